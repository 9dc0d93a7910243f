import type { ReactNode } from 'react'

/** The one line that says plainly what is not there yet; when it lands, the line goes. */
export function NotYet({ what, children }: { what: string; children?: ReactNode }): ReactNode {
  return (
    <aside className="not-yet" aria-label="Not available yet">
      <p>
        <strong>Not available yet.</strong> {what} is planned, but not part of this version.
      </p>
      {children}
    </aside>
  )
}
