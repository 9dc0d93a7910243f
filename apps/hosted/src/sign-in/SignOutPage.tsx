import { useEffect } from 'preact/hooks'
import { createPageUrl, leaveFor, sealedSignOut } from '../address.ts'
import { CallError, call } from '../api/call.ts'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Frame } from '../ui/Frame.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/Waiting.tsx'

/** Asks whether to sign out, as any page can lead a browser here (RP-Initiated Logout 1.0 §6). */
export function SignOutPage() {
  const { account } = usePage().request
  const isSignedIn = account !== undefined
  useEffect(() => {
    if (!isSignedIn) void signOut().catch(() => leaveFor(createPageUrl('signed-out')))
  }, [isSignedIn])
  return account ? <Question name={account.name ?? account.username} /> : <Waiting />
}

function Question({ name }: { name: string }) {
  const { request, texts } = usePage()
  const action = useAction()
  return (
    <Frame title={fill(texts.signOutTitle, { application: request.application.name })}>
      <p class="lead">
        {fill(texts.signedInAs, { name })} {texts.signOutText}
      </p>
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <div class="stack">
        <ActionButton kind="primary" isRunning={action.isRunning} onClick={() => void action.run(signOut)}>
          {texts.signOut}
        </ActionButton>
        <ActionButton disabled={action.isRunning} onClick={() => leaveFor(createPageUrl('account'))}>
          {texts.staySignedIn}
        </ActionButton>
      </div>
    </Frame>
  )
}

/** Signs the user out, and goes where the program wants them. */
async function signOut(): Promise<void> {
  const next = sealedSignOut === undefined ? undefined : await confirm(sealedSignOut)
  if (!next) await call('sessionEnd')
  leaveFor(next?.location ?? createPageUrl('signed-out'))
}

/** Undefined if the program's request has expired, without which it isn't known where to go. */
const confirm = (request: string) =>
  call('signOutConfirm', { body: { request } }).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 400) return undefined
    throw error
  })
