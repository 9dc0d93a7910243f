import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useSyncExternalStore } from 'react'

type Pending = { resolve(): void; reject(error: Error): void }

let pending: Pending | undefined
const listeners = new Set<() => void>()

/** The user closed the dialog that asks for a confirmation. */
export class ConfirmationCancellation extends Error {
  override name = 'ConfirmationCancellation'
  readonly userMessage = i18n._(msg`The action was canceled, because you didn’t confirm it.`)
}

/** Asks the user to confirm with their passkey. @throws ConfirmationCancellation */
export function confirm(): Promise<void> {
  return new Promise((resolve, reject) => become({ resolve, reject }))
}

/** Ends the question: with an error, the action that asked fails. */
export function settleConfirmation(error?: Error): void {
  const asked = pending
  become(undefined)
  if (error) asked?.reject(error)
  else asked?.resolve()
}

function become(next: Pending | undefined) {
  pending = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an action waits for a confirmation. */
export const useConfirmationAsked = (): boolean => useSyncExternalStore(subscribe, () => pending !== undefined)
