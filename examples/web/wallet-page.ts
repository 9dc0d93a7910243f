// #region pay
import { readCheckoutRequest, returnToMerchant } from '@thumbturn/web/wallet'
import { wallet } from './wallet.ts'

export async function pay(username = '') {
  const errand = readCheckoutRequest()
  if (!errand) return // somebody just came by
  const { request, merchantTrustId, traceId, state } = errand
  const { payload, returnUrl } = await findPayment(request) // yours: show it, and who wants to be paid
  await wallet.beginFlow({ username, txPayload: payload, merchantTrustId, traceId })
  const { tokens } = await wallet.performAction('passkey:tx')
  returnToMerchant({ returnUrl, state }, { payloadSignature: tokens!.payloadSignature })
}
// #endregion

// #region fallback
/** `token`: your backend's word (mgmt/grant/external-auth), after it has authenticated them its own way. */
export async function createPasskey(username: string, token: string) {
  await wallet.beginFlow({ username, usernameType: 'email' })
  await wallet.performAction('external', { payload: token })
  await wallet.performAction('passkey:reg')
}
// #endregion

declare function findPayment(request: string): Promise<{ payload: string; returnUrl: string }>
