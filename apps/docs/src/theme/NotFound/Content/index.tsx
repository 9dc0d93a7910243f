import { useHistory, useLocation } from '@docusaurus/router'
import { PageMetadata } from '@docusaurus/theme-common'
import Original from '@theme-original/NotFound/Content'
import { type ComponentProps, type ReactNode, useEffect } from 'react'

/** The not-found page with a title of its own; what ends in a bare `index` is its folder. */
export default function NotFoundContent(props: ComponentProps<typeof Original>): ReactNode {
  const { pathname, search, hash } = useLocation()
  const history = useHistory()
  // After the first drawing, which must be the one that the server made.
  useEffect(() => {
    const folder = pathname.replace(/\/index\/?$/, '/')
    if (folder !== pathname) history.replace(`${folder}${search}${hash}`)
  }, [history, pathname, search, hash])
  return (
    <>
      <PageMetadata title="Page Not Found" />
      <Original {...props} />
    </>
  )
}
