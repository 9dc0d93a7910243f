import Head from '@docusaurus/Head'
import { useDoc } from '@docusaurus/plugin-content-docs/client'
import Original from '@theme-original/DocItem/Metadata'
import type { ReactNode } from 'react'

/** Parts of pages have addresses of their own, but neither search engines nor the search box list them. */
export default function DocItemMetadata(): ReactNode {
  const { metadata } = useDoc()
  return (
    <>
      <Original />
      {metadata.permalink.startsWith('/partials/') && (
        <Head>
          <meta name="robots" content="noindex" />
        </Head>
      )}
    </>
  )
}
