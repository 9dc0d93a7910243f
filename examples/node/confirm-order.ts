import { createHash, timingSafeEqual } from 'node:crypto'
import { verifyToken } from './verify-token.ts'

export async function confirmOrder(token: string, order: { id: string; payload: string }) {
  const claims = (await verifyToken(token)) as { sub: string; nonce?: string; lNonce?: string; txHash?: string }
  const { sub, nonce, lNonce, txHash = '' } = claims
  if (nonce !== order.id) throw new Error('this confirms another order')
  const wanted = createHash('sha256').update(`${order.payload}${nonce}${lNonce}`).digest()
  const said = Buffer.from(txHash, 'base64url')
  if (said.length !== wanted.length || !timingSafeEqual(said, wanted)) throw new Error('this confirms another text')
  return sub
}
