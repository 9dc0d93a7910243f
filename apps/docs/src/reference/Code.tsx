import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createLazyHook } from '../code/use-highlighter.ts'

const useColored = createLazyHook(() => import('./Colored.tsx'))
const useMoreGrammars = createLazyHook(() => import('./more-grammars.ts'))
const laterLanguages = ['python', 'go']

type Props = { label: string; children: string; language?: string }

/** Code that scrolls on its own, by keyboard too. It is colored when it comes near the screen: a reference has a thousand such blocks. */
export function Code({ label, children, language }: Props): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(frame)
  const isLater = language !== undefined && laterLanguages.includes(language)
  const colored = useColored(isNear && language !== undefined)
  const more = useMoreGrammars(isNear && isLater)
  const isReady = !isLater || more !== undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={frame} className="code" role="group" aria-label={label} tabIndex={0}>
      <pre>
        <code>
          {colored && isReady && language ? <colored.Colored text={children} language={language} /> : children}
        </code>
      </pre>
    </div>
  )
}

function useIsNear(frame: { current: Element | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '600px' },
    )
    if (frame.current) observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  return isNear
}
