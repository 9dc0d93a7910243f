/** The shop's contract with the wallet. */
export type WalletContract = { address: string; key: string; returnUrl: string }

/**
 * Prepares a payment at the wallet and returns its ID; undefined if the wallet doesn't respond, because there are other
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
    const response = await fetch(`${address}/api/payments`, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'error',
    })
    const { id } = (await response.json()) as { id?: unknown }
    if (response.ok && typeof id === 'string') return id
    console.error(`The wallet did not prepare a payment: ${response.status}`)
  } catch (error) {
    console.error(`The wallet does not answer: ${(error as Error).message}`)
  }
}
