import { IconCheck } from '@tabler/icons-react'
import { useEffect, useSyncExternalStore } from 'react'
import styles from './Toast.module.css'

const listeners = new Set<() => void>()
let message: { text: string } | undefined

/** Says for some seconds that something worked. Failures stay where they happened instead. */
export function announce(text: string | undefined): void {
  message = text === undefined ? undefined : { text }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where announcements appear, above the page and without moving it. */
export function Toast() {
  const shown = useSyncExternalStore(subscribe, () => message)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => announce(undefined), 6000)
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
