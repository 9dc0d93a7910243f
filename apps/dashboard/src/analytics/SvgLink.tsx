import type { MouseEvent, ReactNode } from 'react'
import { useHref, useNavigate } from 'react-router'

/** `label`: the name for screen readers, if the texts in the picture aren't enough; it must contain them. */
type Props = { to: string; label?: string; children: ReactNode }

/** A link within a picture that opens a page of the dashboard. */
export function SvgLink({ to, label, children }: Props) {
  const href = useHref(to)
  const go = useNavigate()
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void go(to)
  }
  return (
    <a href={href} aria-label={label} onClick={follow}>
      {children}
    </a>
  )
}
