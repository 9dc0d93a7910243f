import Link from '@docusaurus/Link'
import type { ReactNode } from 'react'
import { TryIt } from './TryIt.tsx'

/** The head of the landing page: what it is and for whom, one way on, and a passkey to try. */
export function Hero(): ReactNode {
  return (
    <header className="hero-home">
      <div>
        <h1>Self-hosted passkey authentication</h1>
        <p className="hero-lead">
          One open-source service that signs users in with passkeys: on the pages of your own product, and in the
          programs that you run, such as Grafana and Nextcloud. Your database, your domain.
        </p>
        <p className="hero-links">
          <Link className="hero-button" to="/quickstarts/">
            Get started
          </Link>
        </p>
        <ul className="hero-facts">
          <li>One process with SQLite, or many with PostgreSQL</li>
          <li>HTTP API, SDKs, OpenID Provider, and forward-auth</li>
          <li>Apache-2.0: every feature, no account</li>
        </ul>
      </div>
      <TryIt />
    </header>
  )
}
