import { useDoc } from '@docusaurus/plugin-content-docs/client'
import Heading from '@theme/Heading'
import MDXContent from '@theme/MDXContent'
import Contents from '@theme-original/DocItem/TOC/Mobile'
import type { ReactNode } from 'react'

/** A page's title, on a small screen what is on the page, and the page. */
export default function DocItemContent({ children }: { children: ReactNode }): ReactNode {
  const { metadata, frontMatter, contentTitle, toc } = useDoc()
  const hasTitle = !frontMatter.hide_title && contentTitle === undefined
  return (
    <div className="theme-doc-markdown markdown">
      {hasTitle && (
        <header>
          <Heading as="h1">{metadata.title}</Heading>
        </header>
      )}
      {!frontMatter.hide_table_of_contents && toc.length > 0 && <Contents />}
      <MDXContent>{children}</MDXContent>
    </div>
  )
}
