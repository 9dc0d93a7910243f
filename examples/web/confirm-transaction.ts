import { thumbturn } from './thumbturn.ts'

export async function confirm() {
  // #region confirm
  const order = await (await fetch('/orders', { method: 'POST' })).json()
  const payload = JSON.stringify({ pay: '25.00', currency: 'EUR', to: 'Grace' })
  const { token } = await thumbturn.confirmTransaction('ada@example.com', { txPayload: payload, nonce: order.id })
  await fetch('/orders/confirm', { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  // #endregion
}
