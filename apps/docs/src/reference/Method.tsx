import type { ReactNode } from 'react'

/** An HTTP method as a colored word. */
export function Method({ method }: { method: string }): ReactNode {
  return <span className={`method method-${method.toLowerCase()}`}>{method}</span>
}
