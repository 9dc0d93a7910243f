import { fromBase64url } from '../base64url.ts'
import { throwIfAborted, waitBriefly } from '../browser/tolerance.ts'
import type { PaymentOptions } from '../client/wire.ts'
import type { AssertionResult } from '../types.ts'
import { readName, toAssertionError } from './ceremony-errors.ts'
import { toAssertionResult } from './credentials.ts'

/**
 * Lets the browser show a payment, which the passkey signs. Undefined if the browser has no suitable passkey, the user
 * prefers another way, or the browser can't show this payment: confirm it as any transaction.
 * @throws PasskeyError if the user closed the dialog, or `signal` ended it
 */
export async function confirmPayment(
  { total, ...options }: PaymentOptions,
  signal: AbortSignal,
): Promise<AssertionResult | undefined> {
  try {
    const data = {
      ...options,
      challenge: fromBase64url(options.challenge),
      credentialIds: options.credentialIds.map(fromBase64url),
    }
    const request = new PaymentRequest([{ supportedMethods: 'secure-payment-confirmation', data }], {
      total: { label: 'Total', amount: total },
    })
    const response = await show(request, signal)
    // The user has confirmed: only the dialog is left to close.
    void waitBriefly(() => response.complete('success'))
    return toAssertionResult(response.details)
  } catch (cause) {
    // Only a closed dialog (§4.8) or the caller's signal end the confirmation.
    if (signal.aborted || readName(cause) === 'AbortError') throw toAssertionError(cause, options.rpId)
    return undefined
  }
}

async function show(request: PaymentRequest, signal: AbortSignal): Promise<PaymentResponse> {
  throwIfAborted(signal)
  // Rejected if the dialog is already closed.
  const abort = () => void request.abort().catch(() => {})
  signal.addEventListener('abort', abort)
  try {
    return await request.show()
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
