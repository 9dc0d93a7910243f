// #region serve
import { serveMerchant } from '@thumbturn/web/wallet'
import { wallet } from './wallet.ts'

const frame = serveMerchant({
  isMerchant: (origin) => isMerchant(origin), // your function
  discover: (trust) => wallet.discover(trust),
  confirm: async ({ request, merchantTrustId, traceId }, merchant) => {
    const payment = await findPayment(request, merchant) // must belong to the merchant
    await shownAndAgreed(payment) // until the user presses your button
    await wallet.beginFlow({ txPayload: payment.payload, merchantTrustId, traceId })
    const { tokens } = await wallet.performAction('passkey:tx')
    return { payloadSignature: tokens!.payloadSignature }
  },
})
frame.resize(document.documentElement.scrollHeight)
// #endregion

type Payment = { payload: string }
declare function isMerchant(origin: string): boolean
declare function findPayment(request: string, merchant: string): Promise<Payment>
declare function shownAndAgreed(payment: Payment): Promise<void>
