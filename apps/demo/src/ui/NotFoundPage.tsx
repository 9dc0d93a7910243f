import { Link } from 'react-router'

/** The page for an unknown address. `home` names the page at `/`. */
export function NotFoundPage({ home }: { home: string }) {
  return (
    <>
      <title>Page not found</title>
      <h1>Page not found</h1>
      <p>There is nothing at this address.</p>
      <p>
        <Link to="/">{home}</Link>
      </p>
    </>
  )
}
