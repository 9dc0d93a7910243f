import type { Search, Section } from './found.ts'
import type { SearchIndex } from './inverted-index.ts'

let loading: Promise<Search> | undefined

/** Fetches the two files, and the search itself; one attempt serves every caller that waits, and a failed one is forgotten. */
export function loadSearch(): Promise<Search> {
  loading ??= fetchSearch().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchSearch(): Promise<Search> {
  const [sections, index, { searchIn }] = await Promise.all([
    fetched<Section[]>('/search-doc.json'),
    fetched<SearchIndex>('/lunr-index.json'),
    import('./search.ts'),
  ])
  return searchIn(sections, index)
}

async function fetched<T>(path: string): Promise<T> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json() as Promise<T>
}

export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)
