import { isPaymentConfirmationAvailable } from '../browser/support.ts'

/**
 * The request for a payload that is a JSON object with a field `payment`, or if a passkey for payments is wanted:
 * what the browser needs to show a payment, if it can.
 */
export async function requestPayment(
  payload: string | undefined,
  isWanted = false,
): Promise<{ paymentConfirmation?: true }> {
  if (!isWanted && !hasPayment(payload)) return {}
  return (await isPaymentConfirmationAvailable()) ? { paymentConfirmation: true } : {}
}

function hasPayment(payload = ''): boolean {
  try {
    return Boolean(JSON.parse(payload)?.payment)
  } catch {
    return false
  }
}
