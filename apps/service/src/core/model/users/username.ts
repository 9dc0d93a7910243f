import { badRequest } from '../../errors.ts'

/**
 * The unique form of a username: compatibility-composed, trimmed, lowercase. Spellings that look identical must not
 * become two accounts.
 */
export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/**
 * Code points that are invisible, reorder the surrounding text, or are unassigned: with one of them a username can look
 * like another user's.
 */
const deceptive = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cn}\p{Co}\p{Cs}]/u

/** The first such character of a text, as U+ with its code point; undefined if there is none. */
export function findDeceptiveCharacter(text: string): string | undefined {
  const [found] = deceptive.exec(text) ?? []
  return found && `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * Rejects characters that a new username must not have. Lookups accept them: older versions allowed them at sign-up.
 * @throws AppError bad_request: names the code point
 */
export function requireVisibleCharacters(username: string): void {
  const found = findDeceptiveCharacter(username)
  if (found === undefined) return
  throw badRequest(
    `username must not contain ${found}: invisible, bidirectional, private-use, and unassigned characters are not allowed`,
  )
}

/**
 * The unique form of a username that must not be empty.
 * @throws AppError bad_request
 */
export function requireUsernameKey(username: string | undefined): string {
  const key = usernameKey(username ?? '')
  if (key === '') throw badRequest('username is required and must not be empty')
  return key
}
