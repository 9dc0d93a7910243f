import Link from '@docusaurus/Link'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import type { ReactNode } from 'react'
import { InlineCode } from '../components/Identifier.tsx'

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

const code = /`([^`]+)`/
const link = /\[([^\]]+)\]\(([^)\s]+)\)/
const pieces = new RegExp(`(${code.source}|${link.source})`, 'g')

/** One line of it: text, code, and links to other pages. */
export function Inline({ text }: { text: string }): ReactNode {
  const found: ReactNode[] = []
  let at = 0
  for (const match of text.matchAll(pieces)) {
    const [whole, , coded, label, to] = match
    found.push(text.slice(at, match.index))
    found.push(
      coded === undefined ? (
        <TextLink key={match.index} to={to!} label={label!} />
      ) : (
        <InlineCode key={match.index} text={coded} />
      ),
    )
    at = match.index + whole.length
  }
  return [...found, text.slice(at)]
}

/** A link of a text that the repository's own pages show too: its paths in the repository lead there. */
function TextLink({ to, label }: { to: string; label: string }) {
  const { repository } = useDocusaurusContext().siteConfig.customFields as { repository: string }
  return <Link to={to.endsWith('.md') ? `${repository}/blob/main/${to}` : to}>{label}</Link>
}
