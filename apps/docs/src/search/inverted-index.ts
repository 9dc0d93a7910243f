/**
 * The index as it is fetched: the terms in order, parted by spaces, and for each of them its sections, parted by spaces too. A
 * section is the distance to the one before: five bits a character, the sixth says that more follow. `levels` has one character
 * for each section of each term.
 */
export type SearchIndex = { terms: string; sections: string; levels: string }

/** A section with a term, by its number, and how much the term says about it: a level from 0 to 15. */
export type Posting = { section: number; level: number }

export const highestLevel = 15

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Map([...alphabet].map((character, value) => [character, value]))

/** Writes an index. Sections are in order within each term. */
export function encodeIndex(postings: ReadonlyMap<string, readonly Posting[]>): SearchIndex {
  const terms = [...postings.keys()].sort()
  const lists = terms.map((term) => postings.get(term)!)
  return {
    terms: terms.join(' '),
    sections: lists.map(encodeSections).join(' '),
    levels: lists.flatMap((list) => list.map(({ level }) => alphabet[level]!)).join(''),
  }
}

function encodeSections(postings: readonly Posting[]): string {
  let [text, previous] = ['', -1]
  for (const { section } of postings) {
    let distance = section - previous
    for (; distance > 31; distance >>= 5) text += alphabet[32 | (distance & 31)]
    text += alphabet[distance]!
    previous = section
  }
  return text
}

/** Reads an index: the sections with each term. */
export function decodeIndex({ terms, sections, levels }: SearchIndex): Map<string, Posting[]> {
  const lists = sections.split(' ').map(decodeSections)
  let at = 0
  return new Map(
    terms.split(' ').map((term, place) => {
      const list = lists[place]!.map((section) => ({ section, level: values.get(levels[at++]!)! }))
      return [term, list]
    }),
  )
}

function decodeSections(text: string): number[] {
  const sections: number[] = []
  let [section, distance, shift] = [-1, 0, 0]
  for (const character of text) {
    const value = values.get(character)!
    distance |= (value & 31) << shift
    shift += 5
    if (value > 31) continue
    section += distance
    sections.push(section)
    distance = 0
    shift = 0
  }
  return sections
}
