import Original from '@theme-original/DocBreadcrumbs'
import type { ReactNode } from 'react'
import { PageTools } from '../../components/PageTools.tsx'

/** Where the page is, and on the same line what can be done with it. */
export default function DocBreadcrumbs(): ReactNode {
  return (
    <div className="page-head">
      <Original />
      <PageTools />
    </div>
  )
}
