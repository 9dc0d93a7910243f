/** Spellings of one thing that separators would take apart or that differ in an ending, as one word each. */
const oneWord: readonly (readonly [RegExp, string])[] = [
  [/\bsign(?:s|ed|ing)?[\s-]?in\b/g, 'signin'],
  [/\bsign(?:s|ed|ing)?[\s-]?up\b/g, 'signup'],
  [/\bsign(?:s|ed|ing)?[\s-]?out\b/g, 'signout'],
  [/\blog(?:s|ged|ging)?[\s-]?in\b/g, 'login'],
  [/\blog(?:s|ged|ging)?[\s-]?out\b/g, 'logout'],
  [/\bset(?:s|ting)?[\s-]up\b/g, 'setup'],
  [/\bstep[\s-]up\b/g, 'stepup'],
  [/\be-mail/g, 'email'],
  [/\b(multi|two|second)[\s-]factor\b/g, '$1factor'],
  [/\bcross[\s-]device\b/g, 'crossdevice'],
  [/\brp[\s-]id\b/g, 'rpid'],
  [/\b(next|node|vue|react|svelte)\.js\b/g, '$1js'],
  [/(?<!\w)\.net\b/g, 'dotnet'],
  [/\bc#/g, 'csharp'],
]

const separator = /[^\p{L}\p{N}_]+/u

// Words that say nothing about a subject.
const stopWords = new Set(
  `a an and are as at be by can do does doesn don for from get has have how i if in into is isn it its me my not of on or
  our so t than that the them then there this to use using was we what when where which who why will with you your s`.split(
    /\s+/,
  ),
)

const joinWords = (text: string) => oneWord.reduce((result, [pattern, word]) => result.replace(pattern, word), text)

/** The words of a text in lower case, without those that say nothing, unless there are no others. */
export function splitWords(text: string): string[] {
  const words = joinWords(text.toLowerCase())
    .split(separator)
    .filter((word) => word !== '')
  const significant = words.filter((word) => !stopWords.has(word))
  return significant.length > 0 ? significant : words
}

/** A word without the ending of plurals and verbs, so that "tokens" finds "token" and "deploying" finds "deploy". */
export function stem(word: string): string {
  if (word.length < 4 || /\d|_/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  const base = /(?:ss|us|is)$/.test(word) ? word : word.replace(/s$/, '')
  // "string" has no vowel before what looks like an ending, and "exceed" only looks like the past of a verb.
  const verb = base.replace(/(?<=[aeiouy]\w+)ing$|(?<=\w{3}[^e])ed$/, '')
  const single = verb !== base && verb.length > 3 ? verb.replace(/([bdgmnprt])\1$/, '$1') : verb
  // "verifies", "verified", and "verify"; "cached" and "cache".
  return single.replace(/(?<=\w{3})i$/, 'y').replace(/(?<=\w{3})e$/, '')
}

/** Where a text has one of some words: a whole word with the same stem, or one that begins with it, such as "rate" in "rates". */
export function findWords(text: string, words: readonly string[]): { index: number; length: number }[] {
  const stems = new Set(words.map(stem))
  const spellings = oneWord.filter(([, joined]) => words.includes(joined)).map(([{ source }]) => source)
  const anyWord = new RegExp([...spellings, '[\\p{L}\\p{N}]+'].join('|'), 'giu')
  const isWanted = (found: string) => stems.has(stem(found)) || words.some((word) => found.startsWith(word))
  return [...text.matchAll(anyWord)]
    .filter(([found]) => isWanted(joinWords(found.toLowerCase())))
    .map(({ index, 0: { length } }) => ({ index, length }))
}

const toParts = (identifier: string) => identifier.split(/_|(?<=[a-z\d])(?=[A-Z])/)

/** The terms of a text for the index: stems, and the parts of identifiers such as `createPasskey` and `ERROR_NO_PASSKEY`. */
export function toTerms(text: string): string[] {
  const parts = (text.match(/\w*(?:[a-z\d][A-Z]|\w_\w)\w*/g) ?? []).flatMap(toParts)
  return [...splitWords(text), ...parts.map((part) => part.toLowerCase()).filter(Boolean)].map(stem)
}
