import { useState } from 'preact/hooks'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { type Account, type ContactKind, useAccount } from './account.ts'
import { useAccountTexts } from './account-texts.ts'
import { callApi, ensureToken } from './token.ts'

type Props = { kind: ContactKind; onDone: () => void }

const inputs = {
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
} as const

/** A new address counts once the user has entered the code that was sent there. */
export function ContactForm({ kind, onDone }: Props) {
  const texts = useAccountTexts()
  const { client } = usePage()
  const { account, reload } = useAccount()
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const action = useAction()
  const submit = () =>
    action.run(async () => {
      if (!isSent) {
        await sendCode({ kind, address, user: account.user, token: await ensureToken(client, account.user) })
        return setSent(true)
      }
      const body = { app: { id: client.appId }, username: account.user.username, authCode: code.replaceAll(/\s/g, '') }
      await callApi({ method: 'POST', path: `/profile/${kind}/verify`, body })
      await reload()
      onDone()
    })
  return (
    <form
      class="edit stack"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      {isSent ? (
        <Field
          label={fill(texts.codeSentTo, { address })}
          value={code}
          onChange={setCode}
          isCode
          autocomplete="one-time-code"
          required
        />
      ) : (
        <Field label={texts[kind]} value={address} onChange={setAddress} required {...inputs[kind]} />
      )}
      {kind === 'phone' && !isSent && <p class="fine">{texts.consentSms}</p>}
      <div class="actions">
        <ActionButton type="submit" isRunning={action.isRunning}>
          {isSent ? texts.verify : texts.sendCode}
        </ActionButton>
        <ActionButton onClick={onDone}>{texts.cancel}</ActionButton>
      </div>
    </form>
  )
}

type CodeRequest = { kind: ContactKind; address: string; user: Account['user']; token: string }

function sendCode({ kind, address, user, token }: CodeRequest): Promise<void> {
  // Pressing the button below the sentence is the consent to SMS.
  const body = kind === 'email' ? { email: address } : { phoneNumber: address, messagingConsent: true }
  return callApi({ method: 'POST', path: `/profile/${user.id}/${kind}`, body, token })
}
