import { thumbturn } from './thumbturn.ts'

type Order = { id: string; userId: string; payload: string }

export async function confirmOrder(token: string, { id, userId, payload }: Order): Promise<void> {
  await thumbturn.verifyTransaction(token, { payload, nonce: id, userId })
  // Now mark the order as paid, if it is still open.
}
