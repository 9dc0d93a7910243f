import { badRequest } from '../errors.ts'

/**
 * The form of a username under which it is unique: compatibility-composed, trimmed, lower case.
 * Two spellings that a person takes for the same name must not become two accounts.
 */
export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/**
 * The unique form of a name that must not be empty.
 * @throws AppError bad_request
 */
export function requiredUsernameKey(username: string | undefined): string {
  const key = usernameKey(username ?? '')
  if (key === '') throw badRequest('user.username is required here and must not be empty')
  return key
}
