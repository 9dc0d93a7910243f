import { type Group, type Section, toGroups } from './found.ts'
import type { SearchIndex } from './inverted-index.ts'
import { searchIn } from './search.ts'
import { suggestions } from './suggestions.ts'

// A chunk of its own, which only readers who search load.
export { Results } from './Results.tsx'

/** Finds what a text asks for, by area; without a text, pages that most readers look for. */
export function createFinder(sections: readonly Section[], index: SearchIndex): (text: string) => readonly Group[] {
  const search = searchIn(sections, index)
  return (text) => (text.trim() === '' ? suggestions : toGroups(search(text)))
}
