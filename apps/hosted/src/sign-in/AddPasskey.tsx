import { createPasskey, type SignedIn } from '@thumbturn/web'
import { usePage } from '../page.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Frame } from '../ui/Frame.tsx'
import { PasskeyIcon } from '../ui/icons.tsx'
import type { FormProps } from './form.ts'
import { SignInNotice } from './SignInNotice.tsx'

/** After a code: a passkey on this device, so that the next sign-in needs none. The user can decline. */
export function AddPasskey({ username, action, complete, earned }: FormProps & { earned: SignedIn }) {
  const { client, texts } = usePage()
  const create = () => action.run(async () => complete((await createPasskey(client, username.trim())).token))
  return (
    <Frame title={texts.addTitle} text={texts.addText}>
      <div class="stack">
        <SignInNotice action={action} />
        <ActionButton kind="primary" isRunning={action.isRunning} onClick={() => void create()}>
          <PasskeyIcon />
          {texts.createPasskey}
        </ActionButton>
        <ActionButton onClick={() => void action.run(() => complete(earned.token))}>{texts.notNow}</ActionButton>
      </div>
    </Frame>
  )
}
