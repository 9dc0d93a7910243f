import Link from '@docusaurus/Link'
import { useDoc, useSidebarBreadcrumbs } from '@docusaurus/plugin-content-docs/client'
import Original from '@theme-original/DocBreadcrumbs'
import type { ReactNode } from 'react'
import { PageTools } from '../../components/PageTools.tsx'

/** Where the pages without a sidebar belong. */
const sections: Readonly<Record<string, readonly { to: string; label: string }[]>> = {
  '/user-scenario/mfa/': [
    { to: '/user-scenario/', label: 'Guides' },
    { to: '/which-flow/', label: 'Multi-factor authentication' },
  ],
  '/ai/mcp/': [
    { to: '/user-scenario/', label: 'Guides' },
    { to: '/user-scenario/checkout/', label: 'Checkout' },
  ],
  '/partials/': [{ to: '/setup/', label: 'Setup' }],
}

/** Where the page is, and on the same line what can be done with it. */
export default function DocBreadcrumbs(): ReactNode {
  return (
    <div className="page-head">
      {useSidebarBreadcrumbs() ? <Original /> : <SectionLinks />}
      <PageTools />
    </div>
  )
}

/** The way back from a page that has no sidebar. */
function SectionLinks() {
  const { metadata } = useDoc()
  const [, links] = Object.entries(sections).find(([path]) => metadata.permalink.startsWith(path)) ?? []
  if (!links) return null
  return (
    <nav className="theme-doc-breadcrumbs" aria-label="Breadcrumbs">
      <ul className="breadcrumbs">
        {links.map(({ to, label }) => (
          <li key={label} className="breadcrumbs__item">
            <Link className="breadcrumbs__link" to={to}>
              {label}
            </Link>
          </li>
        ))}
        <li className="breadcrumbs__item breadcrumbs__item--active">
          <span className="breadcrumbs__link">{metadata.title}</span>
        </li>
      </ul>
    </nav>
  )
}
