import type { ReactNode } from 'react'

/** Code that scrolls on its own, by keyboard too. */
export function Code({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="code" role="group" aria-label={label} tabIndex={0}>
      <pre>
        <code>{children}</code>
      </pre>
    </div>
  )
}
