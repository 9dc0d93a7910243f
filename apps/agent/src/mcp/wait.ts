import type { ServerContext } from '@modelcontextprotocol/server'
import type { Claim, Ledger } from '../purchases/ledger.ts'

const progressIntervalMs = 2_000

/**
 * Waits until the user decides, the purchase expires, the time limit is reached, or the agent cancels its call. Reports
 * progress every two seconds if the agent asked for it.
 * @throws PurchaseError not_found
 */
export async function waitForDecision(
  ledger: Ledger,
  claim: Claim,
  { seconds, context: { mcpReq } }: { seconds: number; context: ServerContext },
): Promise<void> {
  const { purchase, state } = ledger.findClaimed(claim)
  if (state !== 'waiting' || seconds === 0) return
  const left = Math.min(seconds * 1000, purchase.expiresAt - ledger.now())
  const over = AbortSignal.any([mcpReq.signal, AbortSignal.timeout(left)])
  const telling = reportProgress(mcpReq, left)
  await ledger.waitForChange(purchase.id, over).finally(() => clearInterval(telling))
}

function reportProgress({ _meta, notify, signal }: ServerContext['mcpReq'], left: number): NodeJS.Timeout | undefined {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return undefined
  let progress = 0
  return setInterval(() => {
    progress += progressIntervalMs / 1000
    const params = { progressToken, progress, total: Math.ceil(left / 1000), message: 'Waiting for the user' }
    // If the client disconnects during the wait, the wait ends anyway.
    if (!signal.aborted) notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }, progressIntervalMs)
}
