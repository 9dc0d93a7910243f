import Head from '@docusaurus/Head'
import Original from '@theme-original/ErrorPageContent'
import type { ComponentProps, ReactNode } from 'react'
import { HelpfulLinks } from '../../components/HelpfulLinks.tsx'

/** The replacement of a crashed page, under a title that says so. */
export default function ErrorPageContent(props: ComponentProps<typeof Original>): ReactNode {
  return (
    <>
      <Head>
        <title>Page Error</title>
      </Head>
      <div className="crashed-page">
        <Original {...props} />
        <div className="container markdown">
          <HelpfulLinks />
        </div>
      </div>
    </>
  )
}
