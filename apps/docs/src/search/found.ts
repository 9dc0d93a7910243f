/** One part of a page, from a heading to the next. */
export type Section = { url: string; page: string; heading: string; text: string }

/** A section that was found, and the words to highlight in it. */
export type Match = Section & { words: string[] }

export type Search = (text: string) => Match[]

/** How many results are shown at most. */
export const maxHits = 8
