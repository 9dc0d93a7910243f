import { useLocation } from '@docusaurus/router'
import type { ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'

/** The page as Markdown: to copy, or to open. */
export function PageTools(): ReactNode {
  const { pathname } = useLocation()
  const address = `${pathname.replace(/\/$/, '')}/index.md`
  const fetched = async () => {
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
    return answer.text()
  }
  return (
    <div className="page-tools">
      <CopyButton text={fetched} label="Copy page" />
      <a className="quiet-button" href={address} data-no-broken-link-check="true">
        Markdown
      </a>
    </div>
  )
}
