import { ApiError } from '@thumbturn/web'
import { CheckoutError, type CheckoutErrorCode } from '@thumbturn/web/merchant'
import { Notice } from '../../ui/Notice.tsx'

type Explanation = { tone: 'calm' | 'bad'; title: string; text: string }

const unreachable: Explanation = {
  tone: 'bad',
  title: 'Pip isn’t responding',
  text: 'Nothing was paid. Try again, or pay by invoice.',
}

const explanations: Partial<Record<CheckoutErrorCode, Explanation>> = {
  ERROR_CHECKOUT_CANCELLED: {
    tone: 'calm',
    title: 'You stopped the payment',
    text: 'Nothing was paid, nothing was ordered.',
  },
  ERROR_WALLET_UNREACHABLE: unreachable,
  ERROR_CHECKOUT_TIMEOUT: unreachable,
  ERROR_RETURN_UNKNOWN: {
    tone: 'bad',
    title: 'This payment was not begun here',
    text: 'Nothing was ordered. This link did not come from a payment that you started.',
  },
  ERROR_STORAGE_BLOCKED: {
    tone: 'bad',
    title: 'Your browser keeps nothing for us',
    text: 'To pay by Pip, allow this site to keep data. Or pay by invoice.',
  },
}

/** Explains to the customer why nothing was ordered. */
export function PaymentFailure({ error }: { error: unknown }) {
  const { tone, title, text } = explain(error)
  return (
    <Notice tone={tone} title={title}>
      {text}
    </Notice>
  )
}

function explain(error: unknown): Explanation {
  if (error instanceof CheckoutError && explanations[error.code]) return explanations[error.code]!
  if (error instanceof ApiError && error.code.startsWith('transaction_'))
    return { tone: 'bad', title: 'Another amount was signed', text: 'So nothing was ordered. Pay again.' }
  const text = error instanceof Error ? error.message : String(error)
  return { tone: 'bad', title: 'Nothing was ordered', text }
}
