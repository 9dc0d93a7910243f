import { useEffect } from 'preact/hooks'
import { createPageUrl, leaveFor, sealedRequest } from '../address.ts'
import { call } from '../api/call.ts'
import { type PageRequest, usePage } from '../page.ts'
import { follow } from '../sign-in/follow.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Frame, Link } from '../ui/Frame.tsx'
import { WarningIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { AccessList } from './AccessList.tsx'
import { Parties } from './Parties.tsx'

/** Asks whether a program can use the account: who asks, for what, and where the user returns to. */
export function ConsentPage() {
  const { request } = usePage()
  const isComplete = sealedRequest !== undefined && request.account !== undefined && request.client !== undefined
  useEffect(() => {
    if (!isComplete) leaveFor(createPageUrl('sign-in'))
  }, [isComplete])
  return isComplete ? <Question client={request.client!} /> : <Waiting />
}

type Client = NonNullable<PageRequest['client']>

function Question({ client }: { client: Client }) {
  const { request, texts } = usePage()
  const { application, scopes = [], resource, returnsTo } = request
  const names = { client: client.name, application: application.name }
  return (
    <Frame title={fill(texts.consentTitle, names)}>
      <Parties client={client.name} />
      {client.claimedName && (
        <Notice kind="info">{fill(texts.claimedName, { ...names, name: client.claimedName })}</Notice>
      )}
      <p class="lead">{fill(texts.consentText, names)}</p>
      <AccessList scopes={scopes} resources={resource ? [resource] : []} />
      {returnsTo && (
        <section class="band">
          <span>{texts.returnsTo}</span>
          <code>{returnsTo.host}</code>
          {returnsTo.isLoopback && (
            <Notice kind="warning">
              <WarningIcon />
              {texts.loopback}
            </Notice>
          )}
        </section>
      )}
      <Decision />
      <ClientLinks client={client} />
    </Frame>
  )
}

/** Deny is as easy as allow: as large, and as near. */
function Decision() {
  const { texts } = usePage()
  const action = useAction()
  const decide = (decision: 'allow' | 'deny') =>
    void action.run(async () => {
      follow(await call('consentDecide', { body: { request: sealedRequest!, decision } }))
    })
  return (
    <>
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <div class="decision">
        <ActionButton disabled={action.isRunning} onClick={() => decide('deny')}>
          {texts.deny}
        </ActionButton>
        <ActionButton kind="primary" isRunning={action.isRunning} onClick={() => decide('allow')}>
          {texts.allow}
        </ActionButton>
      </div>
    </>
  )
}

function ClientLinks({ client: { name, policyUrl, termsUrl } }: { client: Client }) {
  const { texts } = usePage()
  if (!policyUrl && !termsUrl) return null
  return (
    <p class="fine">
      {policyUrl && <Link url={policyUrl} name={fill(texts.privacyOf, { client: name })} />}
      {termsUrl && <Link url={termsUrl} name={fill(texts.termsOf, { client: name })} />}
    </p>
  )
}
