import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { PurchaseError } from '../errors.ts'
import { formatAmount } from '../purchases/amounts.ts'
import type { Ledger } from '../purchases/ledger.ts'
import type { State } from '../purchases/purchase.ts'
import { PurchaseInput } from '../purchases/shapes.ts'
import { askForConfirmation, notifyConfirmed } from './ask-for-confirmation.ts'
import { waitForDecision } from './wait.ts'

/** Dependencies of the tools; `page` is the URL of the confirmation page, without a trailing slash. */
export type Checkout = { ledger: Ledger; page: string }

const states = ['waiting', 'confirmed', 'completed', 'declined', 'expired'] as const satisfies State[]

const Claim = {
  purchaseId: z.string().min(1).max(64).describe('The purchaseId that initiate answered'),
  handle: z.string().min(1).max(64).describe('The handle that initiate answered. Keep it to yourself'),
}

const InitiateResult = z.object({
  purchaseId: z.string(),
  handle: z.string().describe('Your secret for continue and complete; do not show it'),
  state: z.enum(states),
  total: z.string(),
  text: z.string().describe('What the user will confirm'),
  link: z.string().describe('Where the user confirms'),
  expiresAt: z.string(),
})
const ContinueResult = z.object({
  purchaseId: z.string(),
  state: z.enum(states),
  expiresAt: z.string(),
  orderId: z.string().optional(),
})
const CompleteResult = z.object({ purchaseId: z.string(), orderId: z.string(), total: z.string(), text: z.string() })

const nextSteps: Record<State, string> = {
  waiting: 'The user has not decided yet. Ask them to open the link, and call continue again.',
  confirmed: 'The user has confirmed with their passkey. Call complete to place the order.',
  completed: 'The order is placed.',
  declined: 'The user declined. Do not ask again unless they want it.',
  expired: 'The purchase has expired without an order. Initiate it again if the user still wants it.',
}

/**
 * The MCP server of one client. Tool descriptions are constant and never contain names of merchants or items. `caller`
 * owns the purchases it starts.
 */
export function createCheckoutServer(checkout: Checkout, caller: string): McpServer {
  const server = new McpServer(
    { name: 'thumbturn-checkout-agent', title: 'Thumbturn checkout', version: '0.1.0' },
    {
      instructions:
        'Prepares purchases that only a user can confirm, with a passkey, on a page of their own. Call initiate, give the user the link, call continue until they have decided, then complete.',
      maxToolInputElements: 500,
    },
  )
  addInitiate(server, checkout, caller)
  addContinue(server, checkout, caller)
  addComplete(server, checkout, caller)
  return server
}

function addInitiate(server: McpServer, { ledger, page }: Checkout, caller: string): void {
  const about = {
    title: 'Prepare a purchase',
    description:
      'Prepares a purchase and returns a link. Show the user the link: only they can confirm, with their passkey. Nothing is bought by this call, and what was prepared cannot be changed.',
    inputSchema: PurchaseInput,
    outputSchema: InitiateResult,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  }
  server.registerTool('initiate', about, (request, context) =>
    toToolResult(async () => {
      const { purchase, handle } = ledger.begin(request, caller)
      const { id: purchaseId, total, currency, text, expiresAt } = purchase
      const link = `${page}/${purchaseId}`
      const started = { purchaseId, handle, state: 'waiting', total: formatAmount(total, currency), text, link }
      const isShown = await askForConfirmation(server, started, context)
      return [
        isShown
          ? `The user has the link and is asked to confirm. Call continue.\n\n${text}`
          : `Ask ${purchase.payer} to open ${link} and confirm. Then call continue.\n\n${text}`,
        { ...started, expiresAt: formatTime(expiresAt) },
      ]
    }),
  )
}

function addContinue(server: McpServer, { ledger }: Checkout, caller: string): void {
  const about = {
    title: 'See whether the user has confirmed',
    description:
      'Returns the state of a purchase: waiting, confirmed, completed, declined, or expired. Waits some seconds for the user to decide; call it again while the state is waiting.',
    inputSchema: z.strictObject({
      ...Claim,
      waitSeconds: z.int().min(0).max(50).default(20).describe('How long to wait for a decision, 0 to 50 seconds'),
    }),
    outputSchema: ContinueResult,
    annotations: { readOnlyHint: true, openWorldHint: false },
  }
  server.registerTool('continue', about, ({ waitSeconds, ...claim }, context) =>
    toToolResult(async () => {
      await waitForDecision(ledger, { ...claim, caller }, { seconds: waitSeconds, context })
      const { purchase, state, orderId } = ledger.findClaimed({ ...claim, caller })
      const { id: purchaseId, expiresAt } = purchase
      if (state !== 'waiting') await notifyConfirmed(server, purchaseId, context)
      return [nextSteps[state], { purchaseId, state, expiresAt: formatTime(expiresAt), ...(orderId && { orderId }) }]
    }),
  )
}

function addComplete(server: McpServer, { ledger }: Checkout, caller: string): void {
  const about = {
    title: 'Place the order',
    description:
      'Places the order of a purchase that the user has confirmed, once. Fails if they have not, if they declined, and if it has expired.',
    inputSchema: z.strictObject(Claim),
    outputSchema: CompleteResult,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  }
  server.registerTool('complete', about, (claim) =>
    toToolResult(async () => {
      const { purchase, orderId } = await ledger.complete({ ...claim, caller })
      const { id: purchaseId, total, currency, text } = purchase
      return [`Order ${orderId} is placed.`, { purchaseId, orderId, total: formatAmount(total, currency), text }]
    }),
  )
}

const formatTime = (at: number) => new Date(at).toISOString()

/** Expected errors are returned to the agent. Anything else is internal and reveals no details. */
async function toToolResult(act: () => Promise<[string, Record<string, unknown>]>): Promise<CallToolResult> {
  try {
    const [text, structuredContent] = await act()
    return { content: [{ type: 'text', text }], structuredContent }
  } catch (error) {
    if (!(error instanceof PurchaseError)) console.error(error)
    const text =
      error instanceof PurchaseError ? error.message : 'This did not work on the side of the checkout: try again'
    return { content: [{ type: 'text', text }], isError: true }
  }
}
