import { createPasskey } from '@thumbturn/web'
import { invitation } from '../address.ts'
import { usePage } from '../page.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Frame } from '../ui/Frame.tsx'
import { PasskeyIcon } from '../ui/icons.tsx'
import type { FormProps } from './form.ts'
import { SignInNotice } from './SignInNotice.tsx'

/** The first passkey of a user, with an invitation link. It works once; a user who has a passkey signs in. */
export function InvitedForm({ show, action, complete }: FormProps) {
  const { client, texts } = usePage()
  const token = invitation ?? ''
  const username = readUsername(token)
  const create = () => action.run(async () => complete((await createPasskey(client, username, { token })).token))
  return (
    <Frame title={texts.signUpTitle} text={texts.signUpText}>
      <div class="stack">
        <SignInNotice action={action} />
        <p class="invited">{username}</p>
        <ActionButton kind="primary" isRunning={action.isRunning} onClick={() => void create()}>
          <PasskeyIcon />
          {texts.createPasskey}
        </ActionButton>
      </div>
      <p class="switch">
        {texts.haveAccount}{' '}
        <ActionButton kind="link" onClick={() => show({ kind: 'signIn' })}>
          {texts.signIn}
        </ActionButton>
      </p>
    </Frame>
  )
}

/** The service checks the token; this only tells the user which account it is for. */
function readUsername(token: string): string {
  try {
    const [, payload = ''] = token.split('.')
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
    const { username } = JSON.parse(text) as { username?: unknown }
    return typeof username === 'string' ? username : ''
  } catch {
    return ''
  }
}
