import { type ReactNode, useState } from 'react'

/** Copies a text, and says that it did. */
export function CopyButton({
  text,
  label = 'Copy',
}: {
  text: string | (() => Promise<string>)
  label?: string
}): ReactNode {
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setSaid('Copied')
    } catch {
      setSaid('Not copied')
    }
    setTimeout(() => setSaid(''), 2000)
  }
  return (
    <button type="button" className="quiet-button" onClick={() => void copy()}>
      <span aria-live="polite">{said || label}</span>
    </button>
  )
}
