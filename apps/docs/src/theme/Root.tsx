import Head from '@docusaurus/Head'
import { useLocation } from '@docusaurus/router'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import type { ReactNode } from 'react'
import { pictureSize } from '../../plugins/og-images/size.ts'

/** Around every page: the tags that name its picture, which the build draws into its folder. */
export default function Root({ children }: { children: ReactNode }): ReactNode {
  const { url, title } = useDocusaurusContext().siteConfig
  const { pathname } = useLocation()
  const picture = `${url}${pathname.replace(/\/?$/, '/')}og.png`
  return (
    <>
      <Head>
        <meta property="og:site_name" content={title} />
        <meta property="og:type" content="website" />
        {!pathname.endsWith('.html') && <meta property="og:image" content={picture} />}
        <meta property="og:image:width" content={String(pictureSize.width)} />
        <meta property="og:image:height" content={String(pictureSize.height)} />
        <meta property="og:image:alt" content="The title of the page, next to the plate of a lock" />
        {!pathname.endsWith('.html') && <meta name="twitter:image" content={picture} />}
      </Head>
      {children}
    </>
  )
}
