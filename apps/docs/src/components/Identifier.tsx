import { Fragment, type ReactNode } from 'react'

/** Where a long identifier may break: after what separates its parts, but not within its last characters. */
const breaks = /(?<=[./_:=,&?|-])(?=\w{3})/
/** An identifier that fits on one line of a phone stays whole, also for programs that read the markup. */
const longestWhole = 28

/** The text of an identifier, an address, or a command, which breaks between its parts and nowhere else. */
export function withBreaks(text: string): ReactNode {
  const parts = text.length <= longestWhole ? [text] : text.split(breaks)
  if (parts.length === 1) return text
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** Code within a sentence or a table. */
export const InlineCode = ({ text }: { text: string }): ReactNode => <code>{withBreaks(text)}</code>
