import { useEffect, useId, useSyncExternalStore } from 'react'

/** The dialogs that are open, the topmost last. */
let open: readonly string[] = []
const listeners = new Set<() => void>()

function become(next: readonly string[]) {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether no other dialog was opened after this one, which is open while it is rendered. */
export function useIsTopmost(): boolean {
  const id = useId()
  useEffect(() => {
    become([...open, id])
    return () => become(open.filter((other) => other !== id))
  }, [id])
  return useSyncExternalStore(subscribe, () => open.at(-1) === id)
}
