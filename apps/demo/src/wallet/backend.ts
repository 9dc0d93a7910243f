import { type Call, callBackend } from '../backend.ts'

/** A merchant's payment from the wallet's backend; `payload` is the exact text to sign. */
export type PaymentRecord = { merchant: { name: string; origin: string }; payload: string; returnUrl: string }

/** The content of a payload. */
export type PaymentText = { merchant: string; order: string; amount: string; currency: string }

/** A past payment; `at` in milliseconds since 1970. */
export type PastPayment = PaymentText & { id: string; at: number }

/**
 * Calls the wallet's own backend.
 * @throws ApiError
 */
export const callWallet = <Answer>(call: Call) => callBackend<Answer>('Pip isn’t responding', call)
