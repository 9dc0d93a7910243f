import { createPasskey } from '@thumbturn/web'
import { useState } from 'preact/hooks'
import { usePage } from '../page.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Field } from '../ui/Field.tsx'
import { Frame } from '../ui/Frame.tsx'
import { PasskeyIcon } from '../ui/icons.tsx'
import type { FormProps } from './form.ts'
import { SignInNotice } from './SignInNotice.tsx'

export function SignUpForm({ username, setUsername, show, action, complete }: FormProps) {
  const { client, texts } = usePage()
  const [isMissing, setMissing] = useState(false)
  const signUp = () => {
    const chosen = username.trim()
    setMissing(chosen === '')
    if (chosen !== '') void action.run(async () => complete((await createPasskey(client, chosen)).token))
  }
  return (
    <Frame title={texts.signUpTitle} text={texts.signUpText}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          signUp()
        }}
      >
        <SignInNotice action={action} />
        <Field
          label={texts.username}
          value={username}
          onChange={setUsername}
          problem={isMissing ? texts.enterUsername : undefined}
          autocomplete="username"
          isIdentifier
          maxLength={256}
        />
        <ActionButton kind="primary" type="submit" isRunning={action.isRunning}>
          <PasskeyIcon />
          {texts.createPasskey}
        </ActionButton>
      </form>
      <p class="switch">
        {texts.haveAccount}{' '}
        <ActionButton kind="link" onClick={() => show({ kind: 'signIn' })}>
          {texts.signIn}
        </ActionButton>
      </p>
    </Frame>
  )
}
