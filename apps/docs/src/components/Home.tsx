import Link from '@docusaurus/Link'
import { useColorMode } from '@docusaurus/theme-common'
import useBaseUrl from '@docusaurus/useBaseUrl'
import useIsBrowser from '@docusaurus/useIsBrowser'
import type { ReactNode } from 'react'

/** The head of the landing page: what it is, where to start, and the code (`children`). */
export function Hero({ children }: { children: ReactNode }): ReactNode {
  return (
    <header className="hero-home">
      <div className="hero-words">
        <h1>Self-hosted passkey authentication</h1>
        <p className="hero-lead">
          One service, your database, your domain. Call its API to add sign-up, sign-in, and signed transactions to your
          product, or point your programs at it as their OpenID Provider.
        </p>
        <p className="hero-links">
          <Link className="hero-button" to="/quickstarts/">
            Choose a quickstart
          </Link>
          <Link className="hero-quiet" to="/openid-provider/">
            Use it as an OpenID Provider
          </Link>
        </p>
      </div>
      <div className="hero-code">{children}</div>
    </header>
  )
}

// As `npm run screenshots -- demo` writes them.
const [width, height] = [960, 600]

/** The demo after a sign-in, in the color scheme of the reader, which is known only in the browser. */
export function HomePicture(): ReactNode {
  const { colorMode } = useColorMode()
  const isBrowser = useIsBrowser()
  const [light, dark] = [useBaseUrl('/img/home/account-light.webp'), useBaseUrl('/img/home/account-dark.webp')]
  const alt = 'The demo after a sign-in: the decoded token and each check that the service made'
  const picture = (src: string) => (
    <img src={src} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
  )
  return (
    <figure className="screenshot home-picture">
      <div className="home-frame">
        {isBrowser ? picture(colorMode === 'dark' ? dark : light) : <noscript>{picture(light)}</noscript>}
      </div>
      <figcaption>
        The demo that comes with the service shows the decoded token and each check that the service made.
      </figcaption>
    </figure>
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
