import type { ComponentChildren } from 'preact'

type Props = { kind: 'error' | 'warning' | 'info'; children: ComponentChildren }

/** A sentence that stands out. An error is read to the user when it appears. */
export const Notice = ({ kind, children }: Props) => (
  <div class={`notice ${kind}`} {...(kind === 'error' && { role: 'alert' })}>
    {children}
  </div>
)
