import Link from '@docusaurus/Link'
import type { ReactNode } from 'react'

/** The head of the landing page: the lock, what it is, and where to start. */
export function Hero(): ReactNode {
  return (
    <header className="hero-home">
      <div className="hero-words">
        <p className="hero-kind">Self-hosted passkeys</p>
        <h1>
          A door that you open <br />
          with your thumb.
        </h1>
        <p className="hero-lead">
          Self-hosted passkey authentication: one service, one SDK, your database. Thumbturn runs on your machines, in
          your product, and under your domain, with an 8.0 kB browser SDK.
        </p>
        <p className="hero-links">
          <Link className="hero-button" to="/#five-minutes">
            First passkey in five minutes
          </Link>
          <Link className="hero-quiet" to="/next/api/">
            Read the API
          </Link>
        </p>
      </div>
      <Lock />
    </header>
  )
}

/** The plate of a lock: the knob turns once, when the pointer is over it. */
function Lock() {
  return (
    <svg className="hero-lock" viewBox="0 0 220 380" aria-hidden="true">
      <rect className="plate" x="50" y="10" width="120" height="360" rx="60" />
      <g className="screw">
        <circle cx="110" cy="52" r="9" />
        <path d="M104 58l12-12" />
        <circle cx="110" cy="328" r="9" />
        <path d="M104 334l12-12" />
      </g>
      <path className="tick" d="M110 122v12M182 190h-12" />
      <g className="knob">
        <circle className="knob-ring" cx="110" cy="190" r="46" />
        <rect className="knob-bar" x="95" y="148" width="30" height="84" rx="15" />
        <path className="knob-shine" d="M103 160v58" />
      </g>
    </svg>
  )
}

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
