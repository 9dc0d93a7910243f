import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>
type ConfirmationLink = { purchaseId: string; link: string; total: string }

/** Less than the minute after which clients give up a call. */
const consentMs = 45_000

/**
 * Lets the client itself show the person where to confirm, if it can (URL mode of elicitation): then no model stands
 * between the person and the link. Answers whether the person agreed to go there; the link is in the answer either way.
 */
export async function leadPerson(
  { server }: McpServer,
  { purchaseId, link, total }: ConfirmationLink,
  { requestId, signal }: Extra,
): Promise<boolean> {
  if (!server.getClientCapabilities()?.elicitation?.url) return false
  const message = `Look at a purchase of ${total}, and confirm or decline it with your passkey`
  const params = { mode: 'url', elicitationId: purchaseId, url: link, message } as const
  const options = { relatedRequestId: requestId, signal, timeout: consentMs }
  // A client that fails at this, or a person who takes their time, leaves the purchase as it is.
  const answer = await server.elicitInput(params, options).catch(() => undefined)
  return answer?.action === 'accept'
}

/** Tells a client that shows the link that the person is done there. */
export async function notifyDone({ server }: McpServer, purchaseId: string, { requestId }: Extra): Promise<void> {
  if (!server.getClientCapabilities()?.elicitation?.url) return
  await server
    .createElicitationCompletionNotifier(purchaseId, { relatedRequestId: requestId })()
    .catch(() => undefined)
}
