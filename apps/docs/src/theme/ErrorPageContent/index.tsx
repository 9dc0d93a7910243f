import Head from '@docusaurus/Head'
import Original from '@theme-original/ErrorPageContent'
import type { ComponentProps, ReactNode } from 'react'

/** What stands where a page crashed, under a title that says so. */
export default function ErrorPageContent(props: ComponentProps<typeof Original>): ReactNode {
  return (
    <>
      <Head>
        <title>Page Error</title>
      </Head>
      <Original {...props} />
    </>
  )
}
