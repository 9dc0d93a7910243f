import { type ReactNode, useState } from 'react'

/** Copies a text, and says that it did. */
export function CopyButton({
  text,
  label = 'Copy',
}: {
  text: string | (() => Promise<string>)
  label?: string
}): ReactNode {
  const [message, setMessage] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setMessage('Copied')
    } catch {
      setMessage('Not copied')
    }
    setTimeout(() => setMessage(''), 2000)
  }
  return (
    <button type="button" className="quiet-button" onClick={() => void copy()}>
      <span aria-live="polite">{message || label}</span>
    </button>
  )
}
