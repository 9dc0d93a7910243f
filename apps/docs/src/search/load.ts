import type { Group, Section } from './found.ts'
import type { SearchIndex } from './inverted-index.ts'

/** The search over the fetched index, which suggests pages without a text, and the component that shows what it finds. */
export type LoadedSearch = { find: (text: string) => readonly Group[]; Results: typeof import('./Results.tsx').Results }

let loading: Promise<LoadedSearch> | undefined

/** Fetches the two files, and the search itself; one attempt serves every caller that waits, and a failed one is forgotten. */
export function loadSearch(): Promise<LoadedSearch> {
  loading ??= fetchSearch().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchSearch(): Promise<LoadedSearch> {
  const [sections, index, { createFinder, Results }] = await Promise.all([
    fetched<Section[]>('/search-doc.json'),
    fetched<SearchIndex>('/lunr-index.json'),
    import('./loaded.ts'),
  ])
  return { find: createFinder(sections, index), Results }
}

async function fetched<T>(path: string): Promise<T> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json() as Promise<T>
}

export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)
