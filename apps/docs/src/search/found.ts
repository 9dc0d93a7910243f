/** One part of a page, from a heading to the next. */
export type Section = { url: string; page: string; heading: string; text: string }

/** A section that was found, and the words to highlight in it. */
export type Match = Section & { words: string[] }

export type Search = (text: string) => Match[]

/** Matches in the same area of the website, the best first. */
export type Group = { area: string; matches: Match[] }

/** How many results are shown at most. */
export const maxHits = 8

const areas: readonly (readonly [beginning: RegExp, area: string])[] = [
  [/^\/(?:[\w-]+\/)?api\//, 'API reference'],
  [/^\/quickstarts\//, 'Quickstarts'],
  [
    /^\/(?:operate|enterpise-features|enterprise-features\/scim|enterprise-prem-features|setup\/messages|benchmarks|security)\//,
    'Operate',
  ],
  [/^\/reference-documentation\//, 'Reference'],
  [/^\/migrate\//, 'Migrate'],
  [/^\/(?:setup|compatibility|which-flow|#|$)/, 'Get started'],
  [/^\/troubleshoot\//, 'Troubleshoot'],
]

const findArea = (url: string) => areas.find(([beginning]) => beginning.test(url))?.[1] ?? 'Guides'

/** The matches by area: the area of the best match first. */
export function toGroups(matches: readonly Match[]): Group[] {
  const groups = Map.groupBy(matches, ({ url }) => findArea(url))
  return [...groups].map(([area, own]) => ({ area, matches: own }))
}
