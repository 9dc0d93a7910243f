import Link from '@docusaurus/Link'
import type { ReactNode } from 'react'

const links = [
  { to: '/quickstarts/', label: 'Quickstarts' },
  { to: '/which-flow/', label: 'Which flow do I need?' },
  { to: '/next/api/', label: 'API reference' },
  { to: '/operate/install/', label: 'Install' },
  { to: '/reference-documentation/errors/', label: 'Errors' },
  { to: '/troubleshoot/', label: 'Troubleshoot' },
]

/** Ways on from a page that has nothing to show: the search box, and where most readers want to go. */
export function HelpfulLinks(): ReactNode {
  const openSearch = () => document.querySelector<HTMLButtonElement>('.search-button')?.click()
  return (
    <>
      <p>
        <button type="button" className="helpful-search" onClick={openSearch}>
          Search the documentation
        </button>
      </p>
      <ul className="helpful-links">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
