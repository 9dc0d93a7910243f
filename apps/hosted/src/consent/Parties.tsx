import { createPageUrl, leaveFor } from '../address.ts'
import { call } from '../api/call.ts'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Monogram } from '../ui/Logo.tsx'

/** The program that asks and the account that it asks for, which the user can change. */
export function Parties({ client }: { client: string }) {
  const { account } = usePage().request
  const name = account?.name ?? account?.username ?? ''
  return (
    <div class="parties">
      <div class="pair" aria-hidden="true">
        <Monogram name={client} />
        <i />
        <Monogram name={name} />
      </div>
      <SignedInAs name={name} onLeft={() => leaveFor(createPageUrl('sign-in'))} />
    </div>
  )
}

/** The account, which another user of the browser can leave. */
export function SignedInAs({ name, onLeft }: { name: string; onLeft: () => void }) {
  const { texts } = usePage()
  const leave = async () => {
    await call('sessionEnd').catch(() => undefined)
    onLeft()
  }
  return (
    <p>
      {fill(texts.signedInAs, { name })}{' '}
      <ActionButton kind="link" onClick={() => void leave()}>
        {texts.notYou}
      </ActionButton>
    </p>
  )
}
