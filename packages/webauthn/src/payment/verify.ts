import type { Assertion } from '../authentication/input.ts'
import { judgeUpToSignature } from '../authentication/judge.ts'
import { judgeClientData } from '../client-data/check.ts'
import { isSignedBy, isSignedByInBackground } from '../cose/signature.ts'
import { judgePayment } from './check.ts'
import type { PaymentInput } from './input.ts'

/**
 * Verifies an assertion of Secure Payment Confirmation by its #sctn-verifying-assertion: the steps of WebAuthn, with
 * the type `payment.get`, the origins that can request the payment, and, after the origin, what the browser showed:
 * relying party, top-level origin, payee, logos, amount, and instrument. A sign-in is never accepted as a payment, nor
 * a payment as a sign-in. A browser bound key isn't used.
 * @throws WebAuthnError and nothing else
 */
export function verifyPayment(input: PaymentInput): Assertion {
  const { key, claim, conclude } = judgeUpToPaymentSignature(input)
  return conclude(isSignedBy(key, claim))
}

/**
 * The same with the signature verified in the thread pool, as `verifyAssertionInBackground` does.
 * @throws WebAuthnError and nothing else, as a rejection
 */
export async function verifyPaymentInBackground(input: PaymentInput): Promise<Assertion> {
  const { key, claim, conclude } = judgeUpToPaymentSignature(input)
  return conclude(await isSignedByInBackground(key, claim))
}

function judgeUpToPaymentSignature({ expected: { payment, ...others }, ...input }: PaymentInput) {
  // Not a choice: browsers always verify the user of a payment.
  const expected = { ...others, userVerification: 'required' } as const
  return judgeUpToSignature({ ...input, expected }, (clientData, policy) => {
    const place = judgeClientData(clientData, { ...expected, type: 'payment.get' }, policy)
    judgePayment(clientData.payment, { ...payment, rpId: expected.rpId })
    return place
  })
}
