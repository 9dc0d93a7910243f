import type { ReactNode } from 'react'

/** The little Markdown that the contract's descriptions use: paragraphs and code. */
export function Prose({ text, className }: { text: string; className?: string }): ReactNode {
  return text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph) => (
      <p key={paragraph} className={className}>
        <Inline text={paragraph} />
      </p>
    ))
}

/** One line of it. */
export function Inline({ text }: { text: string }): ReactNode {
  const pieces = text.split('`')
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a fixed text never change places
  return pieces.map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece))
}
