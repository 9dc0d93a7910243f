import { Redirect, useLocation } from '@docusaurus/router'
import { PageMetadata } from '@docusaurus/theme-common'
import Original from '@theme-original/NotFound/Content'
import type { ComponentProps, ReactNode } from 'react'

/** The not-found page with a title of its own; what ends in a bare `index` is its folder. */
export default function NotFoundContent(props: ComponentProps<typeof Original>): ReactNode {
  const { pathname, search, hash } = useLocation()
  const folder = pathname.replace(/\/index\/?$/, '/')
  if (folder !== pathname) return <Redirect to={`${folder}${search}${hash}`} />
  return (
    <>
      <PageMetadata title="Page Not Found" />
      <Original {...props} />
    </>
  )
}
