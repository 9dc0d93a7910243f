import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { usernameKey } from '../../model/users/username.ts'

/** The form of a password that is hashed: composed, otherwise as typed (RFC 8265 §4.2, OpaqueString). */
export const preparePassword = (password: string) => password.normalize('NFC')

/**
 * Checks the length of a new password and rejects easily guessed and breached ones; there are no composition rules
 * (NIST SP 800-63B §3.1.1.2).
 * @throws AppError bad_request: says what is wrong with it
 */
export async function requireGoodPassword(
  { passwords }: Core,
  { settings }: Application,
  newPassword: { password: string; confirmation: string; username: string },
): Promise<void> {
  if (newPassword.password !== newPassword.confirmation) throw badRequest('The password and its confirmation differ')
  const password = preparePassword(newPassword.password)
  const length = [...password].length
  if (length < settings.passwordLength)
    throw badRequest(`The password must have at least ${settings.passwordLength} characters`)
  if (new Set(password).size < 3) throw badRequest('The password must have at least three different characters')
  if (usernameKey(password) === usernameKey(newPassword.username))
    throw badRequest('The password must not be the username')
  if (await passwords.isBreached(password))
    throw badRequest('This password appeared in a data breach. Choose another one.')
}
