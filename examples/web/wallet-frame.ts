// #region serve
import { serveMerchant } from '@thumbturn/web/wallet'
import { wallet } from './wallet.ts'

const frame = serveMerchant({
  isMerchant: (origin) => isMerchant(origin), // yours: one of a list
  discover: (trust) => wallet.discover(trust),
  confirm: async ({ request, merchantTrustId, traceId }, merchant) => {
    const payment = await findPayment(request, merchant) // one of that merchant's, and of no other
    await shownAndAgreed(payment) // until the person presses your button
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
