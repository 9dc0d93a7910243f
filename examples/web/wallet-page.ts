// #region pay
import { readCheckoutRequest, returnToMerchant } from '@thumbturn/web/wallet'
import { wallet } from './wallet.ts'

export async function pay(username = '') {
  const checkout = readCheckoutRequest()
  if (!checkout) return // opened without a redirect
  const { request, merchantTrustId, traceId, state } = checkout
  const { payload, returnUrl } = await findPayment(request) // your function: show the payment and the merchant
  await wallet.beginFlow({ username, txPayload: payload, merchantTrustId, traceId })
  const { tokens } = await wallet.performAction('passkey:tx')
  returnToMerchant({ returnUrl, state }, { payloadSignature: tokens!.payloadSignature })
}
// #endregion

// #region fallback
/** `token`: your backend assertion (mgmt/grant/external-auth), after you authenticated the user in another way. */
export async function createPasskey(username: string, token: string) {
  await wallet.beginFlow({ username, usernameType: 'email' })
  await wallet.performAction('external', { payload: token })
  await wallet.performAction('passkey:reg')
}
// #endregion

declare function findPayment(request: string): Promise<{ payload: string; returnUrl: string }>
