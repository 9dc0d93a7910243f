import BrowserOnly from '@docusaurus/BrowserOnly'
import { DocsSidebarProvider, useCurrentSidebarSiblings } from '@docusaurus/plugin-content-docs/client'
import Layout from '@theme/Layout'
import type { ReactNode } from 'react'

/** A list of the pages beside this one, on a page without a sidebar. */
export default function NoCategory(): ReactNode {
  return (
    <Layout>
      <DocsSidebarProvider name={undefined} items={undefined}>
        <BrowserOnly>{() => <Siblings />}</BrowserOnly>
      </DocsSidebarProvider>
    </Layout>
  )
}

function Siblings() {
  useCurrentSidebarSiblings()
  return null
}
