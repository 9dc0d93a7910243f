import { type RefObject, useEffect, useRef, useState } from 'react'

/** Moves the focus to an element when it appears, so that a screen reader starts to read there. */
export function useFocusOnMount<Element extends HTMLElement>(wanted: boolean): RefObject<Element | null> {
  const element = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first appearance counts
  useEffect(() => {
    if (wanted) element.current?.focus({ preventScroll: true })
  }, [])
  return element
}

/** Gives the focus back, when the caller goes away, to what had it before. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    },
    [before],
  )
}
