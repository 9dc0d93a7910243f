import { maxHits, type Search, type Section } from './found.ts'
import { decodeIndex, type Posting, type SearchIndex } from './inverted-index.ts'
import { findSynonyms } from './synonyms.ts'
import { splitWords, stem } from './words.ts'

/** How much a term of the index counts that isn't the term that was typed. */
const byPrefix = 0.55
const bySynonym = 0.6
const byOneLetter = 0.4

/** Results below this share of the best result's score are left out. */
const leastShare = 0.12

/**
 * Finds the sections that a text asks for, the best first: by whole words, synonyms, the beginning of the last word, and words with
 * one letter wrong.
 */
export function searchIn(sections: readonly Section[], index: SearchIndex): Search {
  const postings = decodeIndex(index)
  const source = { postings, terms: [...postings.keys()], count: sections.length }
  const factors = sections.map(({ url }) => rankAddress(url))

  return (text) => {
    const words = splitWords(text)
    const scores = new Map<number, { sum: number; words: number }>()
    for (const [place, word] of words.entries()) {
      // Only the last word can be half typed.
      const isWhole = place < words.length - 1 || text.endsWith(' ')
      for (const [section, score] of scoreWord(word, isWhole, source)) {
        const { sum, words: matched } = scores.get(section) ?? { sum: 0, words: 0 }
        scores.set(section, { sum: sum + score, words: matched + 1 })
      }
    }
    const asked = words.map(stem).join(' ')
    const found = [...scores]
      .map(([number, { sum, words: matched }]) => {
        const section = sections[number]!
        const share = matched / words.length
        return { section, score: sum * share ** 2 * factors[number]! * rankHeading(section, asked) }
      })
      .sort((a, b) => b.score - a.score)
    return found
      .filter(({ score }) => score > found[0]!.score * leastShare)
      .slice(0, maxHits)
      .map(({ section }) => ({ ...section, words }))
  }
}

type Source = { postings: ReadonlyMap<string, readonly Posting[]>; terms: readonly string[]; count: number }

/** The sections that one word leads to, with their best score. */
function scoreWord(word: string, isWhole: boolean, { postings, terms, count }: Source): Map<number, number> {
  const scores = new Map<number, number>()
  const add = (term: string, factor: number) => {
    const found = postings.get(term) ?? []
    const rarity = Math.log(1 + count / (found.length + 0.5))
    for (const { section, level } of found)
      scores.set(section, Math.max(scores.get(section) ?? 0, (level + 1) * rarity * factor))
  }
  const term = stem(word)
  add(term, 1)
  for (const synonym of findSynonyms(term)) add(synonym, bySynonym)
  const longer = isWhole ? [] : terms.filter((one) => one.length > word.length && one.startsWith(word))
  for (const one of longer) add(one, byPrefix * (word.length / one.length))
  if (scores.size === 0 && term.length > 3) for (const one of terms) if (differsByOne(term, one)) add(one, byOneLetter)
  return scores
}

/** Whether one letter was left out, added, replaced, or exchanged with the next. */
export function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA.length === restB.length)
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
    )
  return restA.length > restB.length ? restA.slice(1) === restB : restB.slice(1) === restA
}

/** A guide comes before a single operation, the current API before the others, and the opening of a page before its parts. */
function rankAddress(url: string): number {
  const opening = url.includes('#') ? 1 : 1.5
  if (/^\/(?:proxy\/)?api\//.test(url)) return 0.45 * opening
  if (url.startsWith('/admin/api/')) return 0.55 * opening
  if (url.startsWith('/next/api/')) return 0.75 * opening
  return opening
}

function rankHeading({ heading, page, url }: Section, asked: string): number {
  const toAsked = (text: string) => splitWords(text).map(stem).join(' ')
  // A long query rarely equals the heading of a section by chance.
  if (toAsked(heading) === asked) return url.includes('#') && asked.split(' ').length < 3 ? 1.6 : 2.2
  // "Proxy API" is the page about it, although its title has one more word.
  if (!url.includes('#') && toAsked(page).includes(asked)) return 1.5
  return 1
}
