import {
  authenticateWithPasskey,
  isImmediateSignInAvailable,
  type PasskeyHint,
  signInImmediately,
} from '@thumbturn/web'
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Field } from '../ui/Field.tsx'
import { Frame } from '../ui/Frame.tsx'
import { PasskeyIcon } from '../ui/icons.tsx'
import { ContinueAs } from './ContinueAs.tsx'
import { hasCodes } from './codes.ts'
import type { FormProps } from './form.ts'
import { SignInNotice } from './SignInNotice.tsx'
import { useAutofill } from './use-autofill.ts'

// Asked for at once, so that the form is right from its first moment.
const immediate = isImmediateSignInAvailable()

/**
 * One button. If the browser can tell at once whether there is a passkey, the field for a username comes only if there is
 * none; otherwise, the field has passkeys in its autofill.
 */
export function SignInForm(props: FormProps) {
  const { request, texts } = usePage()
  const [isImmediate, setImmediate] = useState<boolean>()
  const { client, application, loginHint } = request
  // With a username, the browser could only offer the passkeys of all users.
  useEffect(() => void immediate.then((can) => setImmediate(can && loginHint === undefined)), [])
  const title = client ? fill(texts.signInTo, { client: client.name }) : texts.signIn
  const text = client && fill(texts.withAccount, { application: application.name })
  return (
    <Frame title={title} text={text}>
      <ContinueAs action={props.action} />
      {isImmediate === true && <ImmediateButton {...props} showField={() => setImmediate(false)} />}
      {isImmediate === false && <FieldForm {...props} />}
      <SignUpSwitch {...props} />
    </Frame>
  )
}

function ImmediateButton({ action, complete, showField }: FormProps & { showField: () => void }) {
  const { client, texts } = usePage()
  const signIn = () =>
    action.run(async () => {
      const signedIn = await signInImmediately(client)
      if (signedIn) await complete(signedIn.token)
      else showField()
    })
  return (
    <div class="stack">
      <SignInNotice action={action} />
      <ActionButton kind="primary" isRunning={action.isRunning} onClick={() => void signIn()}>
        <PasskeyIcon />
        {texts.withPasskey}
      </ActionButton>
      <div class="alternatives">
        <ActionButton kind="link" onClick={showField}>
          {texts.anotherWay}
        </ActionButton>
      </div>
    </div>
  )
}

function FieldForm({ username, setUsername, show, action, complete }: FormProps) {
  const { client, texts, request } = usePage()
  const [round, setRound] = useState(0)
  const attempt = (act: () => Promise<void>) => action.run(act).then(() => setRound(round + 1))
  useAutofill({
    round,
    onToken: (token) => void attempt(() => complete(token)),
    onError: (error) => void action.run(() => Promise.reject(error)),
  })
  const signIn = (hints?: PasskeyHint[]) =>
    attempt(async () => {
      const onFallback = () => show({ kind: 'code' })
      const callbacks = hasCodes(request) ? { onFallback } : undefined
      const result = await authenticateWithPasskey(client, hints ? '' : username.trim(), { hints, callbacks })
      if (result.isAuthenticated) await complete(result.token)
    })
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void signIn()
      }}
    >
      <SignInNotice action={action} />
      <Field
        label={texts.username}
        value={username}
        onChange={setUsername}
        autocomplete="username webauthn"
        isIdentifier
      />
      <ActionButton kind="primary" type="submit" isRunning={action.isRunning}>
        <PasskeyIcon />
        {texts.withPasskey}
      </ActionButton>
      <div class="alternatives">
        <ActionButton kind="link" onClick={() => void signIn(['hybrid', 'security-key'])}>
          {texts.anotherDevice}
        </ActionButton>
        {hasCodes(request) && (
          <ActionButton kind="link" onClick={() => show({ kind: 'code' })}>
            {texts.useCode}
          </ActionButton>
        )}
      </div>
    </form>
  )
}

function SignUpSwitch({ show }: Pick<FormProps, 'show'>) {
  const { request, texts } = usePage()
  if (!request.application.canSignUp) return null
  return (
    <p class="switch">
      {texts.newHere}{' '}
      <ActionButton kind="link" onClick={() => show({ kind: 'signUp' })}>
        {texts.createAccount}
      </ActionButton>
    </p>
  )
}
