import { useEffect, useState } from 'react'

type Highlighter = typeof import('./highlighter.ts')
let loaded: Highlighter | undefined

/** The highlighter, once it is there; it is loaded for the first block that wants it. */
export function useHighlighter(isWanted = true): Highlighter | undefined {
  const [highlighter, setHighlighter] = useState(loaded)
  useEffect(() => {
    if (highlighter || !isWanted) return
    let isMounted = true
    void import('./highlighter.ts').then((module) => {
      loaded = module
      if (isMounted) setHighlighter(module)
    })
    return () => {
      isMounted = false
    }
  }, [highlighter, isWanted])
  return highlighter
}
