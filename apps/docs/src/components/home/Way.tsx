import Link from '@docusaurus/Link'
import type { ReactNode } from 'react'

type Props = { title: string; for: string; to: string; action: string; children: ReactNode }

/** One of the ways to use the product: for whom it is, the code, and where it is explained. */
export function Way({ title, for: audience, to, action, children }: Props): ReactNode {
  return (
    <section className="way-panel">
      <p className="way-audience">{audience}</p>
      <h3>{title}</h3>
      {children}
      <p className="way-action">
        <Link to={to}>{action}</Link>
      </p>
    </section>
  )
}

export const Ways = ({ children }: { children: ReactNode }): ReactNode => <div className="way-panels">{children}</div>

/** Short links in a row, such as the names of frameworks. */
export const Chips = ({ links }: { links: readonly (readonly [label: string, to: string])[] }): ReactNode => (
  <ul className="chips">
    {links.map(([label, to]) => (
      <li key={label}>
        <Link to={to}>{label}</Link>
      </li>
    ))}
  </ul>
)
