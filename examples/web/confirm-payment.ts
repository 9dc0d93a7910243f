import { thumbturn } from './thumbturn.ts'

export async function createPaymentPasskey() {
  // #region create
  await thumbturn.createPasskey('ada@example.com', { payment: true })
  // #endregion
}

export async function confirm() {
  // #region confirm
  // From your backend: { "order": "K-1", "payment": { … } }, as text
  const { payload, nonce } = await (await fetch('/orders', { method: 'POST' })).json()
  const { token } = await thumbturn.confirmTransaction('ada@example.com', { txPayload: payload, nonce })
  await fetch('/orders/confirm', { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  // #endregion
}
