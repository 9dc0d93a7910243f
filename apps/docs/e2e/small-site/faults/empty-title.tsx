import Layout from '@theme/Layout'
import type { ReactNode } from 'react'

/** A page without a title. */
export default function EmptyTitle(): ReactNode {
  return <Layout title="">A page without a title.</Layout>
}
