import { useHistory, useLocation } from '@docusaurus/router'
import { PageMetadata } from '@docusaurus/theme-common'
import { type ReactNode, useEffect } from 'react'
import { HelpfulLinks } from '../../../components/HelpfulLinks.tsx'

/** The not-found page with a title of its own and ways on from it; what ends in a bare `index` is its folder. */
export default function NotFoundContent(): ReactNode {
  const { pathname, search, hash } = useLocation()
  const history = useHistory()
  // After the first drawing, which must be the one that the server made.
  useEffect(() => {
    const folder = pathname.replace(/\/index\/?$/, '/')
    if (folder !== pathname) history.replace(`${folder}${search}${hash}`)
  }, [history, pathname, search, hash])
  return (
    <main className="container margin-vert--xl lost-page markdown">
      <PageMetadata title="Page not found" />
      <p className="lost-code">404</p>
      <h1>Page not found</h1>
      <p>The page was moved or deleted, or its address is misspelled.</p>
      <HelpfulLinks />
    </main>
  )
}
