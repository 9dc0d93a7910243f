import { ApiError } from '@thumbturn/web'

/** What a merchant wants to be paid, as the wallet's backend knows it; `payload` is what is signed, to the letter. */
export type PaymentRecord = { merchant: { name: string; origin: string }; payload: string; returnUrl: string }

/** What a payload says. */
export type PaymentText = { merchant: string; order: string; amount: string; currency: string }

/** A payment of the past; `at` in milliseconds since 1970. */
export type Paid = PaymentText & { id: string; at: number }

type Call = { method: 'GET' | 'POST'; path: string; body?: object; token?: string }

/**
 * A call to the wallet's own backend.
 * @throws ApiError as the SDK does, so that failures look the same
 */
export async function callWallet<Answer>({ method, path, body, token }: Call): Promise<Answer> {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(unreachable)
  const said = answer.status === 204 ? undefined : await answer.json().catch(() => ({}))
  if (answer.ok) return said
  throw new ApiError({ status: answer.status, msg: said?.message ?? 'Something went wrong', msgCode: said?.code ?? '' })
}

function unreachable(cause: unknown): never {
  throw new ApiError({ status: 0, msg: 'Pip does not answer', msgCode: 'unreachable' }, cause)
}
