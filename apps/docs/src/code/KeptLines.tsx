import type { ReactNode } from 'react'

/** Keeps the lines that the server's HTML has: React takes over an element with markup of its own as it stands. */
export function FirstLines({ className }: { className: string }): ReactNode {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty, and never written where the server's HTML is taken over
  return <code className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}
