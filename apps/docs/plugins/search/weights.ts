import { highestLevel, type Posting } from '../../src/search/inverted-index.ts'
import { toTerms } from '../../src/search/words.ts'
import type { Section } from './sections.ts'

/** How much a word counts where it stands. */
const fields = { heading: 9, keywords: 7, page: 2, text: 1 } as const

// Okapi BM25: how soon more of the same word count no more, and how much long sections are discounted.
const saturation = 5
const lengthDiscount = 0.6

/** In a text, a word that is in this many sections distinguishes none of them; in a heading, it still does. */
const tooCommon = 0.25

/** For each term the sections that have it, in order, and how much it says about them. */
export function weighTerms(sections: readonly Section[]): Map<string, Posting[]> {
  const lengths = sections.map(({ text }) => toTerms(text).length)
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, sections.length)
  const counts = new Map<string, { section: number; count: number }[]>()
  sections.forEach((section, number) => {
    const discount = 1 - lengthDiscount + lengthDiscount * (lengths[number]! / average)
    for (const [term, count] of countTerms(section, discount)) {
      const list = counts.get(term)
      if (list) list.push({ section: number, count })
      else counts.set(term, [{ section: number, count }])
    }
  })
  return new Map([...counts].map(([term, list]) => [term, toPostings(list, sections.length)]))
}

function toPostings(list: readonly { section: number; count: number }[], total: number): Posting[] {
  const isCommon = list.length > total * tooCommon
  const significant = isCommon ? list.filter(({ count }) => count >= fields.page) : list
  return (significant.length > 0 ? significant : list).map(({ section, count }) => ({ section, level: toLevel(count) }))
}

const toLevel = (count: number) => Math.round((highestLevel * count) / (count + saturation))

function countTerms(section: Section, discount: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [field, boost] of Object.entries(fields) as [keyof typeof fields, number][])
    for (const term of toTerms(section[field]))
      counts.set(term, (counts.get(term) ?? 0) + boost / (field === 'text' ? discount : 1))
  return counts
}
