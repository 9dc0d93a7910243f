/** More terms narrow a search down no further. */
const mostTerms = 24

/** The shortest text that the index finds, in characters. */
export const shortestIndexed = 3

/** Three consecutive characters of a text, each sequence once; none for a shorter text. */
export function toTrigrams(text: string): string[] {
  const characters = [...text]
  const all = characters.slice(2).map((last, at) => `${characters[at]}${characters[at + 1]}${last}`)
  return [...new Set(all)]
}

/** A query of FTS5 for rows that contain every trigram of both texts. */
export const toFts5Query = (mark: string, text: string): string =>
  [mark, ...toTrigrams(text).slice(0, mostTerms)].map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ')

/** The numbers of trigrams, as PostgreSQL writes an array of them. Two trigrams can have one number. */
export const toTermArray = (trigrams: readonly string[]): string => `{${[...new Set(trigrams.map(hash))].join(',')}}`

/** The same for a query. */
export const toTermQuery = (mark: string, text: string): string =>
  toTermArray([mark, ...toTrigrams(text).slice(0, mostTerms)])

/**
 * Three characters for private use that stand for an application in the index, as its engines index texts only. Two applications can have
 * the same ones.
 */
export function toMark(appId: string): string {
  const number = hash(appId) >>> 0
  const digits = [number, number / 1_024, number / 1_048_576].map((one) => Math.floor(one) % 1_024)
  return String.fromCodePoint(...digits.map((digit) => 0xe000 + digit))
}

/** FNV-1a, as a signed integer of 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value | 0
}
