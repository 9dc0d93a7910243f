import { sealedRequest } from '../address.ts'
import { call } from '../api/call.ts'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import type { Action } from '../ui/use-action.ts'
import { follow } from './follow.ts'

/** For a user who signed in in another tab, or came back: the account that is signed in, unless the program needs a new sign-in. */
export function ContinueAs({ action }: { action: Action }) {
  const { request, texts } = usePage()
  const { account, step } = request
  if (!account || sealedRequest === undefined || step === 'signIn') return null
  const proceed = () =>
    action.run(async () => follow(await call('requestContinue', { body: { request: sealedRequest! } })))
  return (
    <div class="continue-as">
      <ActionButton disabled={action.isRunning} onClick={() => void proceed()}>
        {fill(texts.continueAs, { name: account.name ?? account.username })}
      </ActionButton>
    </div>
  )
}
