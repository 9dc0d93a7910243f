import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

type Purchase = { purchaseId: string; handle: string; link: string; text: string }
type PurchaseStatus = { state: 'waiting' | 'confirmed' | 'completed' | 'declined' | 'expired' }
type Order = { orderId: string }

// #region buy
/**
 * Prepares a purchase, waits for the user's passkey, and places the order. `authProvider` signs the user in or has their
 * tokens, and `show` presents the link to them.
 */
export async function buy(
  { url, authProvider }: { url: string; authProvider: OAuthClientProvider },
  wish: Record<string, unknown>,
  show: (link: string, text: string) => void,
): Promise<string> {
  const client = new Client({ name: 'my-assistant', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider }))
  const call = async <Answer>(name: string, args: Record<string, unknown>) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
    if (isError) throw new Error((content as { text: string }[])[0]?.text)
    return structuredContent as Answer
  }
  try {
    const { purchaseId, handle, link, text } = await call<Purchase>('initiate', wish)
    show(link, text)
    let state: PurchaseStatus['state']
    do state = (await call<PurchaseStatus>('continue', { purchaseId, handle, waitSeconds: 30 })).state
    while (state === 'waiting')
    if (state !== 'confirmed') throw new Error(`The purchase was not confirmed: ${state}`)
    return (await call<Order>('complete', { purchaseId, handle })).orderId
  } finally {
    await client.close()
  }
}
// #endregion
