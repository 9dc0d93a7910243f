import { useState } from 'preact/hooks'
import { CallError } from '../api/call.ts'
import { usePage } from '../page.ts'
import type { Texts } from '../texts/english.ts'

/** Something that takes a while and can fail; only one runs at a time. */
export type Action = {
  isRunning: boolean
  /** Why the last one failed, for the user. */
  failure: string | undefined
  run(act: () => Promise<void>): Promise<void>
  clear(): void
}

export function useAction(): Action {
  const { texts, reload } = usePage()
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async (act: () => Promise<void>) => {
    setRunning(true)
    setFailure(undefined)
    await act().catch(async (error: unknown) => {
      // Without a session, the page asks the user to sign in again.
      if (error instanceof CallError && error.status === 401) await reload().catch(() => undefined)
      setFailure(explain(error, texts))
    })
    setRunning(false)
  }
  return { isRunning, failure, run, clear: () => setFailure(undefined) }
}

/** Advice to the user about an error: the SDK's own words for its errors. */
export function explain(error: unknown, texts: Texts): string {
  if (error instanceof CallError) return explainCall(error, texts)
  return (error as { userMessage?: string }).userMessage ?? texts.failed
}

function explainCall({ status }: CallError, texts: Texts): string {
  if (status === 0) return texts.unreachable
  return status === 429 ? texts.tooMany : texts.failed
}
