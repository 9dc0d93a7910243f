import { requestAndSendOtp, validateOtp } from '@thumbturn/web'
import { useState } from 'preact/hooks'
import { usePage } from '../page.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Field } from '../ui/Field.tsx'
import { Frame } from '../ui/Frame.tsx'
import type { FormProps } from './form.ts'
import { SignInNotice } from './SignInNotice.tsx'

/** For users whose passkey is elsewhere. Nothing here says whether there is an account of that name. */
export function CodeForm(props: FormProps) {
  const { texts, request } = usePage()
  const { codes } = request.application
  const canSend = codes.includes('otp:email') || codes.includes('otp:sms')
  return (
    <Frame title={texts.codeTitle} text={canSend ? texts.codeSend : texts.codeShown}>
      <Fields {...props} />
      <p class="switch">
        <ActionButton kind="link" onClick={() => props.show({ kind: 'signIn' })}>
          {texts.back}
        </ActionButton>
      </p>
    </Frame>
  )
}

function Fields({ username, setUsername, show, action }: FormProps) {
  const { client, texts } = usePage()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<'username' | 'code'>()
  const name = username.trim()
  const submit = (event: Event) => {
    event.preventDefault()
    const absent = name === '' ? 'username' : code.trim() === '' ? 'code' : undefined
    setMissing(absent)
    if (absent) return
    void action.run(async () => show({ kind: 'add', earned: await validateOtp(client, name, { code }) }))
  }
  return (
    <form class="stack" noValidate onSubmit={submit}>
      <SignInNotice action={action} />
      <Field
        label={texts.username}
        value={username}
        onChange={setUsername}
        problem={missing === 'username' ? texts.enterUsername : undefined}
        autocomplete="username"
        isIdentifier
      />
      <SendButtons name={name} action={action} onMissing={() => setMissing('username')} />
      <Field
        label={texts.code}
        value={code}
        onChange={setCode}
        problem={missing === 'code' ? texts.enterCode : undefined}
        isCode
        autocomplete="one-time-code"
        maxLength={12}
      />
      <ActionButton kind="primary" type="submit" isRunning={action.isRunning}>
        {texts.continue}
      </ActionButton>
    </form>
  )
}

type SendProps = Pick<FormProps, 'action'> & { name: string; onMissing: () => void }

function SendButtons({ name, action, onMissing }: SendProps) {
  const { client, texts, request } = usePage()
  const { codes } = request.application
  const [isSent, setSent] = useState(false)
  const send = (method: 'email' | 'sms') => {
    if (name === '') return onMissing()
    void action.run(async () => {
      await requestAndSendOtp(client, name, { method })
      setSent(true)
    })
  }
  return (
    <>
      {codes.includes('otp:email') && (
        <ActionButton disabled={action.isRunning} onClick={() => send('email')}>
          {texts.sendEmail}
        </ActionButton>
      )}
      {codes.includes('otp:sms') && (
        <ActionButton disabled={action.isRunning} onClick={() => send('sms')}>
          {texts.sendSms}
        </ActionButton>
      )}
      <p class="sent" role="status">
        {isSent ? texts.codeSent : ''}
      </p>
    </>
  )
}
