import Link from '@docusaurus/Link'
import type { ReactNode } from 'react'

type CardProps = { to: string; title: string; children: ReactNode }

/** One way on from here. */
export function Card({ to, title, children }: CardProps): ReactNode {
  return (
    <Link className="way" to={to}>
      <strong>{title}</strong>
      <span>{children}</span>
    </Link>
  )
}

export function Cards({ children }: { children: ReactNode }): ReactNode {
  return <div className="ways">{children}</div>
}
