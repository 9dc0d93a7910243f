import { ApiError } from '@thumbturn/web'
import { type Explanation, explain } from '../../failures/explain.ts'
import { Notice } from '../../ui/Notice.tsx'

/** What the bank itself refuses, by its code; the sentence comes from the backend. */
const titles: Record<string, string> = {
  taken: 'You are a customer already',
  passkey_needed: 'A passkey comes first',
  no_such_account: 'That account cannot be paid',
  not_covered: 'Not enough money',
  not_waiting: 'Nothing to confirm',
  transaction_wrong_payload: 'Not what you were asked to confirm',
  transaction_wrong_nonce: 'Not the transfer that you confirmed',
  wrong_pin: 'The PIN was not accepted',
  unreachable: 'The bank does not answer',
}

/** A failure in words: of a ceremony, of the service, or of the bank. */
export function Failure({ error }: { error: unknown }) {
  const { tone, title, text } = explainHere(error)
  return (
    <Notice tone={tone} title={title}>
      {text}
    </Notice>
  )
}

function explainHere(error: unknown): Explanation {
  const title = error instanceof ApiError ? titles[error.msgCode] : undefined
  if (title === undefined) return explain(error)
  return { tone: 'calm', title, text: `${(error as ApiError).msg}.` }
}
