import Link from '@docusaurus/Link'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { glossary } from '../glossary.ts'

// As wide as the meaning may get; see prose.css.
const widest = 320

/**
 * A word of the field: its meaning where the pointer rests or the focus is, its entry in the glossary behind it. Escape
 * takes the meaning away, and the pointer may go onto it (WCAG 1.4.13).
 */
export function Term({ id, children }: { id: keyof typeof glossary; children: ReactNode }): ReactNode {
  const meaning = useId()
  const [shown, setShown] = useState<'left' | 'right' | undefined>()
  const show = (frame: HTMLElement) =>
    setShown(frame.getBoundingClientRect().left + widest > window.innerWidth ? 'right' : 'left')
  const hide = () => setShown(undefined)
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what reacts to the focus is the link inside
    <span
      className="term-frame"
      onMouseEnter={({ currentTarget }) => show(currentTarget)}
      onMouseLeave={hide}
      onFocus={({ currentTarget }) => show(currentTarget)}
      onBlur={hide}
      onKeyDown={onKeyDown}
    >
      <Link className="term" to={`/reference-documentation/glossary/#${id}`} aria-describedby={shown && meaning}>
        {children}
      </Link>
      {shown && (
        <span className="term-means" id={meaning} role="tooltip" data-side={shown}>
          <strong>{glossary[id].word}</strong> {glossary[id].means}
        </span>
      )}
    </span>
  )
}
