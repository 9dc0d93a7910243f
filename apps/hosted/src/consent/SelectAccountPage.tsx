import { useEffect } from 'preact/hooks'
import { createPageUrl, leaveFor, sealedRequest } from '../address.ts'
import { call } from '../api/call.ts'
import { usePage } from '../page.ts'
import { follow } from '../sign-in/follow.ts'
import { fill } from '../texts/texts.ts'
import { Frame } from '../ui/Frame.tsx'
import { Monogram } from '../ui/Logo.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/Waiting.tsx'

/** Lets the user continue with the account of this browser, or with another one. */
export function SelectAccountPage() {
  const { request, texts } = usePage()
  const action = useAction()
  const { account, client } = request
  const isSignedOut = account === undefined || sealedRequest === undefined
  useEffect(() => {
    if (isSignedOut) leaveFor(createPageUrl('sign-in'))
  }, [isSignedOut])
  if (isSignedOut) return <Waiting />
  const proceed = () =>
    action.run(async () => follow(await call('requestContinue', { body: { request: sealedRequest! } })))
  const name = account.name ?? account.username
  return (
    <Frame title={texts.chooseTitle} text={client && fill(texts.chooseText, { client: client.name })}>
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <ul class="choices">
        <li>
          <button type="button" onClick={() => void proceed()}>
            <Monogram name={name} />
            <span>
              <strong>{name}</strong>
              {account.name && <small>{account.username}</small>}
            </span>
          </button>
        </li>
        <li>
          <a href={createPageUrl('sign-in')}>
            <span class="monogram" aria-hidden="true">
              +
            </span>
            <span>{texts.anotherAccount}</span>
          </a>
        </li>
      </ul>
    </Frame>
  )
}
