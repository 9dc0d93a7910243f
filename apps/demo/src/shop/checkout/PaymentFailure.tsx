import { ApiError } from '@thumbturn/web'
import { CheckoutError, type CheckoutErrorCode } from '@thumbturn/web/merchant'
import { Notice } from '../../ui/Notice.tsx'

type Words = { tone: 'calm' | 'bad'; title: string; text: string }

const silent: Words = {
  tone: 'bad',
  title: 'Pip does not answer',
  text: 'Nothing was paid. Try again, or pay by invoice.',
}

const words: Partial<Record<CheckoutErrorCode, Words>> = {
  ERROR_CHECKOUT_CANCELLED: {
    tone: 'calm',
    title: 'You stopped the payment',
    text: 'Nothing was paid, nothing was ordered.',
  },
  ERROR_WALLET_UNREACHABLE: silent,
  ERROR_CHECKOUT_TIMEOUT: silent,
  ERROR_RETURN_UNKNOWN: {
    tone: 'bad',
    title: 'This payment was not begun here',
    text: 'Nothing was ordered. Whoever sent you this address wanted you to believe so.',
  },
  ERROR_STORAGE_BLOCKED: {
    tone: 'bad',
    title: 'Your browser keeps nothing for us',
    text: 'To pay by Pip, allow this site to keep data. Or pay by invoice.',
  },
}

/** Explains to the customer why nothing was ordered. */
export function PaymentFailure({ error }: { error: unknown }) {
  const { tone, title, text } = wordsFor(error)
  return (
    <Notice tone={tone} title={title}>
      {text}
    </Notice>
  )
}

function wordsFor(error: unknown): Words {
  if (error instanceof CheckoutError && words[error.code]) return words[error.code]!
  if (error instanceof ApiError && error.code.startsWith('transaction_'))
    return { tone: 'bad', title: 'Another amount was signed', text: 'So nothing was ordered. Pay again.' }
  const text = error instanceof Error ? error.message : String(error)
  return { tone: 'bad', title: 'Nothing was ordered', text }
}
