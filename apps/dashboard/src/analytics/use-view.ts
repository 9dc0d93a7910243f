import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { ownTimeZone } from '../common/analytics/days.ts'
import { changeParameters, readView, type View, type ViewChange } from './view.ts'

/** The view that the address asks for, and a function that changes it. */
export function useView(): { view: View; change: (change: ViewChange) => void } {
  const [parameters, setParameters] = useSearchParams()
  const view = useMemo(() => readView(parameters, { now: Date.now(), timeZone: ownTimeZone() }), [parameters])
  const change = useCallback(
    (next: ViewChange) => {
      // The page can still show the address before, while counts are on the way.
      const current = new URLSearchParams(window.location.search)
      setParameters(changeParameters(current, next), { replace: true, preventScrollReset: true })
    },
    [setParameters],
  )
  return { view, change }
}
