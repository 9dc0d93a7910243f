import { createThumbturn } from '@thumbturn/node'

// The wallet's application. Its public keys are all that a shop needs.
const wallet = createThumbturn({ baseUrl: process.env.WALLET_URL ?? 'http://localhost:4300/apps/wallet' })

export async function confirmPayment(payloadSignature: string, order: { payload: string }) {
  // Take the payload from your own records, never from the page, and accept each order once.
  await wallet.verifyPayload(payloadSignature, { payload: order.payload })
}
