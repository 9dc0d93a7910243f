import { createThumbturn } from '@thumbturn/node'

// The wallet's application: its public keys are all that a shop needs.
const wallet = createThumbturn({ baseUrl: process.env.WALLET_URL ?? 'http://localhost:4300/apps/wallet' })

export async function confirmPayment(payloadSignature: string, order: { payload: string }) {
  // The payload is the one that you made, never the page's; take each order once.
  await wallet.verifyPayload({ token: payloadSignature, payload: order.payload })
}
