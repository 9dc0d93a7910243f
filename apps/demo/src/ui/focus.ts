import { type RefObject, useEffect, useRef, useState } from 'react'

/** Moves the focus to an element when it appears, so that screen readers start there. */
export function useFocusOnMount<Element extends HTMLElement>(wanted: boolean): RefObject<Element | null> {
  const element = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount
  useEffect(() => {
    if (wanted) element.current?.focus({ preventScroll: true })
  }, [])
  return element
}

/** Returns the focus to its previous element on unmount. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    },
    [before],
  )
}
