import { useCallback, useState } from 'react'
import { type LoadedSearch, loadSearch } from './load.ts'

/** Fetches the index when `load` is called; a failed attempt is repeated by the next call. */
export function useIndex(): { index: LoadedSearch | undefined; load: () => void } {
  const [index, setIndex] = useState<LoadedSearch | undefined>()
  const load = useCallback(() => {
    loadSearch()
      .then(setIndex)
      .catch(() => undefined)
  }, [])
  return { index, load }
}
