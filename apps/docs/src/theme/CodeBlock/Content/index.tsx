import styles from '@docusaurus/theme-classic/lib/theme/CodeBlock/Content/styles.module.css'
import { useCodeBlockContext } from '@docusaurus/theme-common/internal'
import useIsBrowser from '@docusaurus/useIsBrowser'
import { FirstLines } from '@first-lines'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import type { LinesProps } from '../../../code/Lines.tsx'
import { useHighlighter } from '../../../code/use-highlighter.ts'

/** A highlighted block. In the page that was loaded first, the server's HTML stays, and the highlighter isn't needed. */
export default function CodeBlockContent({ className }: { className?: string }): ReactNode {
  const { metadata, wordWrap } = useCodeBlockContext()
  const { code, language, lineNumbersStart, lineClassNames } = metadata
  const isBrowser = useIsBrowser()
  const [isFirst] = useState(!isBrowser)
  const lines = { code, language, lineNumbersStart, lineClassNames }
  const lineClass = clsx(styles.codeBlockLines, lineNumbersStart !== undefined && styles.codeBlockLinesWithNumbering)
  return (
    <pre
      ref={wordWrap.codeBlockRef}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx(className, `prism-code language-${language}`, styles.codeBlock, 'thin-scrollbar')}
    >
      {isFirst ? (
        <FirstLines className={lineClass} lines={lines} />
      ) : (
        <LaterLines className={lineClass} lines={lines} />
      )}
    </pre>
  )
}

/** Plain text until the highlighter is there. */
function LaterLines({ className, lines }: { className: string; lines: LinesProps }) {
  const highlighter = useHighlighter()
  return <code className={className}>{highlighter ? <highlighter.Lines {...lines} /> : lines.code}</code>
}
