import { Highlight } from 'prism-react-renderer'
import type { ReactNode } from 'react'
import { codeTheme } from '../code-themes.ts'

/** A text with the colors of its language. */
export function Colored({ text, language }: { text: string; language: string }): ReactNode {
  return (
    <Highlight code={text} language={language} theme={codeTheme}>
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
