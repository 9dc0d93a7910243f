import { useLocation } from '@docusaurus/router'
import { useEffect } from 'react'

/** Highlights the words of a search in the article that it led to. */
export function useHighlight(): void {
  const { state, key } = useLocation<{ highlight?: string[] } | undefined>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place in the history, also with the same words
  useEffect(() => {
    const words = state?.highlight ?? []
    if (words.length === 0) return
    let isOver = false
    let remove = () => {}
    // After the article of the new page is there.
    const timer = setTimeout(async () => {
      const { highlight } = await import('./highlight.ts')
      if (!isOver) remove = highlight(words)
    }, 50)
    return () => {
      isOver = true
      clearTimeout(timer)
      remove()
    }
  }, [key])
}
