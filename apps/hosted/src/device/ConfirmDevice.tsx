import { call } from '../api/call.ts'
import type { OutputOf } from '../api/operations.ts'
import { AccessList } from '../consent/AccessList.tsx'
import { SignedInAs } from '../consent/Parties.tsx'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Frame } from '../ui/Frame.tsx'
import { WarningIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'

/** A device that waits for the user's decision. */
export type FoundDevice = OutputOf<'deviceShow'>

type Props = { device: FoundDevice; onDecided: (decision: 'allow' | 'deny') => void; onLeft: () => void }

/** Asks before a device gets access, also if the code was in the address: a link could be an attacker's (RFC 8628 §5.4). */
export function ConfirmDevice({ device: { client, scopes, resources, userCode }, onDecided, onLeft }: Props) {
  const { request, texts } = usePage()
  const action = useAction()
  const names = { client: client.name, application: request.application.name }
  const decide = (decision: 'allow' | 'deny') =>
    void action.run(async () => {
      await call('deviceDecide', { body: { userCode, decision } })
      onDecided(decision)
    })
  return (
    <Frame title={fill(texts.deviceCheck, names)}>
      <p class="lead">{texts.deviceSame}</p>
      <section class="band">
        <code class="user-code">{userCode}</code>
      </section>
      <Notice kind="warning">
        <WarningIcon />
        {texts.deviceWarning}
      </Notice>
      <p class="lead">{fill(texts.consentText, names)}</p>
      <AccessList scopes={scopes} resources={resources} />
      <div class="parties">
        <SignedInAs name={request.account?.name ?? request.account?.username ?? ''} onLeft={onLeft} />
      </div>
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <div class="decision">
        <ActionButton disabled={action.isRunning} onClick={() => decide('deny')}>
          {texts.deny}
        </ActionButton>
        <ActionButton kind="primary" isRunning={action.isRunning} onClick={() => decide('allow')}>
          {texts.allow}
        </ActionButton>
      </div>
    </Frame>
  )
}
