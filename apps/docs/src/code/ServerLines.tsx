import type { ReactNode } from 'react'
import { Lines, type LinesProps } from './Lines.tsx'

/** The lines of a block in the server's HTML. The browser's bundle has `KeptLines` instead of this module. */
export function FirstLines({ className, lines }: { className: string; lines: LinesProps }): ReactNode {
  return (
    <code className={className}>
      <Lines {...lines} />
    </code>
  )
}
