import { IconCheck } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import styles from './Toast.module.css'

const listeners = new Set<() => void>()
let message: { text: string } | undefined

/** Announces a success for some seconds. Errors are shown where they happen. */
export function announce(text: string | undefined): void {
  message = text === undefined ? undefined : { text }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Region for announcements, above the page. */
export function Toast() {
  const shown = useSyncExternalStore(subscribe, () => message)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => announce(undefined), 4000)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div role="status" aria-live="polite" className={styles.place}>
      {shown && (
        <p className={styles.toast}>
          <IconCheck size={18} stroke={2} aria-hidden="true" />
          {shown.text}
        </p>
      )}
    </div>
  )
}
