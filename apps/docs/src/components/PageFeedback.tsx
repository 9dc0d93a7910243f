import { useLocation } from '@docusaurus/router'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { type ReactNode, useState } from 'react'
import { CopyButton } from './CopyButton.tsx'

/**
 * Where readers say what is wrong or missing. The page sends nothing and keeps nothing: it writes the text of an issue or a
 * mail, with its own address in it, and the reader sends that, or not.
 */
export function PageFeedback(): ReactNode {
  const { repository, feedbackMail } = useDocusaurusContext().siteConfig.customFields as Ways
  const { pathname } = useLocation()
  const [comment, setComment] = useState('')
  const title = `Documentation: ${pathname}`
  const body = `${comment.trim() || 'What’s wrong or missing:'}\n\nPage: ${pathname}\n`
  return (
    <details className="page-feedback">
      <summary>Something wrong or missing on this page?</summary>
      <label>
        What did you look for, and what did you find instead?
        <textarea rows={4} value={comment} onChange={({ target }) => setComment(target.value)} />
      </label>
      <p className="page-feedback-ways">
        <a className="quiet-button" href={`${repository}/issues/new?${new URLSearchParams({ title, body })}`}>
          Open an issue
        </a>
        {feedbackMail && (
          <a
            className="quiet-button"
            href={`mailto:${feedbackMail}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`}
          >
            Send an email
          </a>
        )}
        <CopyButton text={`${title}\n\n${body}`} label="Copy text" />
      </p>
      <p className="page-feedback-note">
        This page sends and stores nothing. You can review the text before you send it.
      </p>
    </details>
  )
}

type Ways = { repository: string; feedbackMail?: string }
