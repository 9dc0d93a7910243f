import type { AssertionInput } from '../authentication/input.ts'
import type { ExpectedPayment } from './payment.ts'

/**
 * The client's response, the stored credential, and the expectations of a payment. `expected.origins` are those that
 * can have requested the payment, such as a merchant's. Users are always verified.
 */
export type PaymentInput = Omit<AssertionInput, 'expected'> & {
  expected: Omit<AssertionInput['expected'], 'userVerification'> & { payment: ExpectedPayment }
}
