import { useLocation } from '@docusaurus/router'
import { useEffect } from 'react'

const name = 'search'

/** Highlights the words of a search in the article that it led to, without touching the elements that React keeps. */
export function useHighlight(): void {
  const { state, key } = useLocation<{ highlight?: string[] } | undefined>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place in the history, also with the same words
  useEffect(() => {
    if (!('highlights' in CSS)) return
    CSS.highlights.delete(name)
    const words = state?.highlight ?? []
    // After the article of the new page is there.
    const timer = setTimeout(() => {
      const ranges = words.length > 0 ? findRanges(words) : []
      if (ranges.length > 0) CSS.highlights.set(name, new Highlight(...ranges))
    }, 50)
    return () => clearTimeout(timer)
  }, [key])
}

function findRanges(words: readonly string[]): Range[] {
  const article = document.querySelector('article')
  if (!article) return []
  const ranges: Range[] = []
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? ''
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
    }
  }
  return ranges
}
