import Original from '@theme-original/DocItem/Footer'
import type { ReactNode } from 'react'
import { PageFeedback } from '../../../components/PageFeedback.tsx'
import { PageTools } from '../../../components/PageTools.tsx'

/** Below every page: on a small screen its tools, what readers have to say of it, when it was last changed, and where it is edited. */
export default function DocItemFooter(): ReactNode {
  return (
    <>
      <div className="page-tools-below">
        <PageTools />
      </div>
      <PageFeedback />
      <Original />
    </>
  )
}
