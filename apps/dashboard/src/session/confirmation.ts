import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useSyncExternalStore } from 'react'

let pending: PromiseWithResolvers<void> | undefined
const listeners = new Set<() => void>()

/** The user closed the dialog that asks for a confirmation. */
export class ConfirmationCancellation extends Error {
  override name = 'ConfirmationCancellation'
  readonly userMessage = i18n._(msg`The action was canceled, because you didn’t confirm it.`)
}

/** Asks the user to confirm with their passkey, once for all actions that wait for it. @throws ConfirmationCancellation */
export function confirm(): Promise<void> {
  const asked = pending ?? Promise.withResolvers<void>()
  if (!pending) become(asked)
  return asked.promise
}

/** Ends the question, if there is one: with an error, the actions that asked fail. */
export function settleConfirmation(error?: Error): void {
  const asked = pending
  become(undefined)
  if (error) asked?.reject(error)
  else asked?.resolve()
}

function become(next: PromiseWithResolvers<void> | undefined) {
  pending = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether an action waits for a confirmation. */
export const useConfirmationAsked = (): boolean => useSyncExternalStore(subscribe, () => pending !== undefined)
