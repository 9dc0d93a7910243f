import { usePrismTheme } from '@docusaurus/theme-common'
import { Highlight } from 'prism-react-renderer'
import { type ReactNode, useEffect, useRef, useState } from 'react'

type Props = { label: string; children: string; language?: string }

/** Code that scrolls on its own, by keyboard too. It is colored when it comes near the screen: a reference has a thousand such blocks. */
export function Code({ label, children, language }: Props): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(frame)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={frame} className="code" role="group" aria-label={label} tabIndex={0}>
      <pre>
        <code>{isNear && language ? <Colored text={children} language={language} /> : children}</code>
      </pre>
    </div>
  )
}

function Colored({ text, language }: { text: string; language: string }) {
  const theme = usePrismTheme()
  return (
    <Highlight code={text} language={language} theme={theme}>
      {({ tokens, getTokenProps }) =>
        tokens.map((line, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a fixed text never change places
          <span key={number}>
            {line.map((token, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do its tokens
              <span key={place} {...getTokenProps({ token })} />
            ))}
            {'\n'}
          </span>
        ))
      }
    </Highlight>
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
