import Line from '@theme/CodeBlock/Line'
import { Highlight, Prism } from 'prism-react-renderer'
import type { ReactNode } from 'react'
import { codeTheme } from '../code-themes.ts'
import { prepareShell } from './shell.ts'

export type LinesProps = {
  code: string
  language: string
  lineNumbersStart: number | undefined
  lineClassNames: { [line: number]: string[] }
}

/** The highlighted lines of a block. */
export function Lines({ code, language, lineNumbersStart, lineClassNames }: LinesProps): ReactNode {
  prepareShell(Prism.languages)
  return (
    <Highlight theme={codeTheme} code={code} language={language}>
      {({ tokens, getLineProps, getTokenProps }) =>
        tokens.map((line, number) => (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a fixed text never change places
            key={number}
            line={line}
            getLineProps={getLineProps}
            getTokenProps={getTokenProps}
            classNames={lineClassNames[number]!}
            showLineNumbers={lineNumbersStart !== undefined}
          />
        ))
      }
    </Highlight>
  )
}
