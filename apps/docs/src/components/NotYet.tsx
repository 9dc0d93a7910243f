import type { ReactNode } from 'react'

/** The one line that says plainly what is not there yet; when it lands, the line goes. */
export function NotYet({ what, children }: { what: string; children?: ReactNode }): ReactNode {
  return (
    <aside className="not-yet" aria-label="Not there yet">
      <p>
        <strong>Not there yet.</strong> {what} is planned and does not run in this version.
      </p>
      {children}
    </aside>
  )
}
