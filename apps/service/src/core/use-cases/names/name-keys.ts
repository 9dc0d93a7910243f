import type { Core } from '../../core.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import { requireUsernameKey, usernameKey } from '../../model/users/username.ts'
import { parseContactAddress } from '../contacts/contact-address.ts'

/** The keys of a name, in any spelling. */
export async function toNameKeys(core: Pick<Core, 'phoneNumbers'>, name: string): Promise<NameKeys> {
  const key = usernameKey(name)
  const address = await parseContactAddress(core, key)
  return { usernameKey: key, addressKey: address?.key ?? key }
}

/**
 * The keys of a name that must not be empty.
 * @throws AppError bad_request
 */
export const requireNameKeys = (core: Pick<Core, 'phoneNumbers'>, name: string | undefined): Promise<NameKeys> =>
  toNameKeys(core, requireUsernameKey(name))
