/** What the shop knows of the wallet that it has a contract with. */
export type WalletContract = { address: string; key: string; returnUrl: string }

/**
 * Has a payment prepared at the wallet and answers its id; undefined where the wallet does not answer, as there are other
 * ways to pay.
 */
export async function preparePayment(
  { address, key, returnUrl }: WalletContract,
  payload: string,
): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ payload, returnUrl })
  const signal = AbortSignal.timeout(3000)
  try {
    const answer = await fetch(`${address}/api/payments`, { method: 'POST', headers, body, signal, redirect: 'error' })
    const { id } = (await answer.json()) as { id?: unknown }
    if (answer.ok && typeof id === 'string') return id
    console.error(`The wallet refused to prepare a payment: ${answer.status}`)
  } catch (error) {
    console.error(`The wallet does not answer: ${(error as Error).message}`)
  }
}
