import { useHistory, useLocation } from '@docusaurus/router'
import { useEffect } from 'react'

/**
 * Scrolls again to the operation that a link leads to. Operations out of sight have an estimated height, so those that the first
 * scroll brings into view move the target.
 */
export function useSteadyTarget(): void {
  const { action, location } = useHistory()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the navigation that led to this page counts
  useEffect(() => (action === 'PUSH' ? holdInPlace(location.hash) : undefined), [pathname])
  useEffect(() => {
    const scrollAgain = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      // The browser itself follows links within a page.
      if (link?.getAttribute('href')?.startsWith('#')) holdInPlace(link.hash)
    }
    document.addEventListener('click', scrollAgain)
    return () => document.removeEventListener('click', scrollAgain)
  }, [])
}

/** The browser lays out what comes into view a few frames later. */
const watchedFrames = 30

/** Keeps the target in place until everything around it is laid out, or the reader scrolls. Returns what cancels it. */
function holdInPlace(hash: string): () => void {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  let [frame, watched] = [0, 0]
  let scrolledTo: number | undefined
  const align = () => {
    const isMoved = scrolledTo !== undefined && window.scrollY !== scrolledTo
    if (!target || isMoved || watched++ === watchedFrames) return
    target.scrollIntoView()
    scrolledTo = window.scrollY
    frame = requestAnimationFrame(align)
  }
  frame = requestAnimationFrame(align)
  return () => cancelAnimationFrame(frame)
}
