import { after, type Eventual } from '../../after.ts'
import type { Core } from '../../core.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import { requireUsernameKey, usernameKey } from '../../model/users/username.ts'
import { parseContactAddress } from '../contacts/contact-address.ts'

/** The keys of a name, in any spelling. */
export function toNameKeys(core: Pick<Core, 'phoneNumbers'>, name: string): Eventual<NameKeys> {
  const key = usernameKey(name)
  return after(parseContactAddress(core, key), (address) => ({ usernameKey: key, addressKey: address?.key ?? key }))
}

/**
 * The keys of a name that must not be empty.
 * @throws AppError bad_request
 */
export const requireNameKeys = (core: Pick<Core, 'phoneNumbers'>, name: string | undefined): Eventual<NameKeys> =>
  toNameKeys(core, requireUsernameKey(name))
