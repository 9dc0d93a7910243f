import { type Call, callBackend } from '../backend.ts'

/** What a merchant wants to be paid, as the wallet's backend knows it; `payload` is what is signed, to the letter. */
export type PaymentRecord = { merchant: { name: string; origin: string }; payload: string; returnUrl: string }

/** What a payload says. */
export type PaymentText = { merchant: string; order: string; amount: string; currency: string }

/** A payment of the past; `at` in milliseconds since 1970. */
export type Paid = PaymentText & { id: string; at: number }

/**
 * A call to the wallet's own backend.
 * @throws ApiError
 */
export const callWallet = <Answer>(call: Call) => callBackend<Answer>('Pip does not answer', call)
