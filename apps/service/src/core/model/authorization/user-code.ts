/** Consonants, so that no code is a word, and none that looks like another character (RFC 8628 §6.1). */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'

/** The letters at the beginning of a user code that name the client. */
export const clientLetters = 2
/** The random letters after them: 34 bits (RFC 8628 §5.1). */
export const randomLetters = 8

const fair = 256 - (256 % alphabet.length)

/** Letters from random bytes. Bytes that would make some letters more likely are left out. */
export const toLetters = (bytes: Iterable<number>): string =>
  [...bytes]
    .filter((byte) => byte < fair)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')

/** A code as devices show it, such as `WD-JBMN-TQRX`. */
export const formatUserCode = (code: string): string =>
  [code.slice(0, clientLetters), code.slice(clientLetters, clientLetters + 4), code.slice(clientLetters + 4)].join('-')

const complete = new RegExp(`^[${alphabet}]{${clientLetters + randomLetters}}$`)

/** Reads a code as users enter it, in any case, with any hyphens and spaces; undefined if it can't be one. */
export function readUserCode(text: string): string | undefined {
  const code = text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase()
  return complete.test(code) ? code : undefined
}
