import type { ReactNode } from 'react'

/** The sign next to a heading, which is the address of that place; `of` is its name. */
export function HashLink({ to, of }: { to: string; of: string }): ReactNode {
  return (
    <a className="hash-link" href={`#${to}`}>
      <span className="visually-hidden">Direct link to {of}</span>
    </a>
  )
}
