import Original from '@theme-original/DocItem/Footer'
import type { ReactNode } from 'react'
import { PageFeedback } from '../../../components/PageFeedback.tsx'

/** Below every page: what readers have to say of it, when it was last changed, and where it is edited. */
export default function DocItemFooter(): ReactNode {
  return (
    <>
      <PageFeedback />
      <Original />
    </>
  )
}
