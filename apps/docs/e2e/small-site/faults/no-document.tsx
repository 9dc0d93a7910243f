import BrowserOnly from '@docusaurus/BrowserOnly'
import { useLayoutDoc } from '@docusaurus/plugin-content-docs/client'
import Layout from '@theme/Layout'
import type { ReactNode } from 'react'

/** A look-up of what does not exist. */
export default function NoDocument(): ReactNode {
  return (
    <Layout>
      <BrowserOnly>{() => <LookUp />}</BrowserOnly>
    </Layout>
  )
}

function LookUp() {
  useLayoutDoc('nowhere')
  return null
}
