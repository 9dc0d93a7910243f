import { contactAddress } from '../contact-address.ts'
import type { Core } from '../core.ts'
import { badRequest } from '../errors.ts'

/**
 * The form of a username under which it is unique: compatibility-composed, trimmed, lower case.
 * Two spellings that a person takes for the same name must not become two accounts.
 */
export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/**
 * What a name is looked up by: first as a username, then as the key of the contact that it denotes. Both are equal where
 * it denotes none. `addressKey` is the same for every spelling of an email address or phone number.
 */
export type NameKeys = { usernameKey: string; addressKey: string }

/** The keys of a name, in whatever spelling. */
export async function nameKeys(core: Pick<Core, 'phoneNumbers'>, name: string): Promise<NameKeys> {
  const key = usernameKey(name)
  const address = await contactAddress(core, key)
  return { usernameKey: key, addressKey: address?.key ?? key }
}

/**
 * The keys of a name that must not be empty.
 * @throws AppError bad_request
 */
export const requiredNameKeys = (core: Pick<Core, 'phoneNumbers'>, name: string | undefined): Promise<NameKeys> =>
  nameKeys(core, requiredUsernameKey(name))

/**
 * The unique form of a name that must not be empty.
 * @throws AppError bad_request
 */
export function requiredUsernameKey(username: string | undefined): string {
  const key = usernameKey(username ?? '')
  if (key === '') throw badRequest('user.username is required here and must not be empty')
  return key
}
