import { usePage } from '../page.ts'
import { Notice } from '../ui/Notice.tsx'
import type { Action } from '../ui/use-action.ts'

/** News of an attempt: the browser waits for the user, or the reason for which it failed. */
export function SignInNotice({ action: { isRunning, failure } }: { action: Action }) {
  const { texts } = usePage()
  return (
    <>
      <p class="visually-hidden" role="status">
        {isRunning ? texts.waiting : ''}
      </p>
      {failure !== undefined && <Notice kind="error">{failure}</Notice>}
    </>
  )
}
