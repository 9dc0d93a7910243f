import { ApiError } from '@thumbturn/web'
import { type Explanation, explain } from '../../failures/explain.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Errors of the bank's backend, by code: a title, and a sentence if the backend's message is for developers. */
const explanations: Record<string, { title: string; text?: string; tone?: 'bad' }> = {
  taken: { title: 'You already have an account', text: 'There is an account with this address. Sign in instead.' },
  passkey_needed: { title: 'A passkey comes first' },
  no_such_account: { title: 'You can’t send money to that account' },
  not_covered: { title: 'There isn’t enough money in your account', text: 'No money has moved.' },
  not_waiting: { title: 'Rejected: no transfer is waiting for confirmation' },
  transaction_wrong_payload: {
    tone: 'bad',
    title: 'Rejected: another transfer was signed',
    text: 'What the passkey signed is not what the bank prepared. No money has moved.',
  },
  transaction_wrong_nonce: {
    tone: 'bad',
    title: 'Rejected: another transfer was signed',
    text: 'The signature belongs to another transfer. No money has moved.',
  },
  wrong_pin: { title: 'The PIN wasn’t accepted' },
  invalid_code: { title: 'This code doesn’t work', text: 'It is wrong, has expired, or was used already.' },
  unreachable: { title: 'The bank isn’t responding' },
}

/** Explains an error of a ceremony, of the service, or of the bank. */
export function Failure({ error }: { error: unknown }) {
  const { tone, title, text } = explainBankError(error)
  return (
    <Notice tone={tone} title={title}>
      {text}
    </Notice>
  )
}

function explainBankError(error: unknown): Explanation {
  if (!(error instanceof ApiError)) return explain(error)
  const known = explanations[error.reason ?? error.msgCode]
  if (known === undefined) return explain(error)
  return { tone: known.tone ?? 'calm', title: known.title, text: known.text ?? `${error.msg}.` }
}
