import { useDoc } from '@docusaurus/plugin-content-docs/client'
import MDXContent from '@theme/MDXContent'
import Original from '@theme-original/DocItem/Layout'
import type { ReactNode } from 'react'

/** The landing page (`layout: landing` in the front matter) has nothing around its content; other pages have what the theme adds. */
export default function DocItemLayout({ children }: { children: ReactNode }): ReactNode {
  const { layout } = useDoc().frontMatter as { layout?: string }
  if (layout !== 'landing') return <Original>{children}</Original>
  return (
    <article>
      <div className="markdown landing">
        <MDXContent>{children}</MDXContent>
      </div>
    </article>
  )
}
