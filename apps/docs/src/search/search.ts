import type lunr from 'lunr'

type Section = { url: string; page: string; heading: string; text: string }

/** A section that was found, and the words to highlight in it. */
export type Found = Section & { words: string[] }

export type Search = (text: string) => Found[]

/** How many results are shown at most. */
export const maxHits = 8

let loading: Promise<Search> | undefined

/** Fetches the two files and the engine; one attempt serves everybody who waits, a failed one is forgotten. */
export function loadSearch(): Promise<Search> {
  loading ??= fetchSearch().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchSearch(): Promise<Search> {
  const [{ default: engine }, sections, index] = await Promise.all([
    import('lunr'),
    fetched<Section[]>('/search-doc.json'),
    fetched<object>('/lunr-index.json'),
  ])
  return searchIn(engine, sections, engine.Index.load(index))
}

async function fetched<T>(path: string): Promise<T> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json() as Promise<T>
}

/** Searches for whole words first, then for beginnings of words, then for words with one letter wrong. */
export function searchIn(engine: typeof lunr, sections: readonly Section[], index: lunr.Index): Search {
  return (text) => {
    const words = splitWords(text)
    if (words.length === 0) return []
    const hits = index.query((query) => {
      for (const word of words) {
        query.term(word, { boost: 10 })
        query.term(word, { boost: 4, wildcard: engine.Query.wildcard.TRAILING, usePipeline: false })
        if (word.length > 4) query.term(word, { editDistance: 1, usePipeline: false })
      }
    })
    return best(hits, sections, words)
      .slice(0, maxHits)
      .map((section) => ({ ...section, words }))
  }
}

/** Those that have more of the words come first, before them those with exactly these words as their heading. */
function best(hits: lunr.Index.Result[], sections: readonly Section[], words: readonly string[]): Section[] {
  return hits
    .map(({ ref, score }) => {
      const section = sections[Number(ref)]!
      const said = `${section.heading} ${section.page} ${section.text}`.toLowerCase()
      const isHeading = splitWords(section.heading).join(' ') === words.join(' ')
      const share = words.filter((word) => said.includes(word)).length / words.length
      return { section, score: score * (0.2 + share) * (isHeading ? 2 : 1) }
    })
    .sort((a, b) => b.score - a.score)
    .map(({ section }) => section)
}

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s\-/.,:;()[\]{}"'`|→=<>?!]+/)
    .filter((word) => word !== '')

export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

/** Calls when the page has nothing better to do; returns what takes that back. */
export function whenIdle(action: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(action, { timeout: 4000 })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(action, 1500)
  return () => clearTimeout(timer)
}
