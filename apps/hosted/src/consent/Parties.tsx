import { createPageUrl, leaveFor } from '../address.ts'
import { call } from '../api/call.ts'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Monogram } from '../ui/Logo.tsx'

/** The program that asks and the account that it asks for, which the user can change. */
export function Parties({ client }: { client: string }) {
  const { request, texts } = usePage()
  const { account } = request
  const name = account?.name ?? account?.username ?? ''
  const leave = async () => {
    await call('sessionEnd').catch(() => undefined)
    leaveFor(createPageUrl('sign-in'))
  }
  return (
    <div class="parties">
      <div class="pair" aria-hidden="true">
        <Monogram name={client} />
        <i />
        <Monogram name={name} />
      </div>
      <p>
        {fill(texts.signedInAs, { name })}{' '}
        <ActionButton kind="link" onClick={() => void leave()}>
          {texts.notYou}
        </ActionButton>
      </p>
    </div>
  )
}
