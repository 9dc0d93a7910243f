import type { McpServer, ServerContext } from '@modelcontextprotocol/server'

type ConfirmationLink = { purchaseId: string; link: string; total: string }

/** Less than the minute after which clients time out. */
const consentTimeoutMs = 45_000

/**
 * Asks the client to show the confirmation link to the user (URL mode of elicitation), so that no model stands between
 * the user and the link. Returns whether the user agreed. The link is in the tool result either way.
 */
export async function askForConfirmation(
  { server }: McpServer,
  { purchaseId, link, total }: ConfirmationLink,
  { mcpReq: { id, signal } }: ServerContext,
): Promise<boolean> {
  if (!server.getClientCapabilities()?.elicitation?.url) return false
  const message = `Look at a purchase of ${total}, and confirm or decline it with your passkey`
  const params = { mode: 'url', elicitationId: purchaseId, url: link, message } as const
  const options = { relatedRequestId: id, signal, timeout: consentTimeoutMs }
  // If the client fails or the user takes their time, the purchase stays unchanged.
  const answer = await server.elicitInput(params, options).catch(() => undefined)
  return answer?.action === 'accept'
}

/** Notifies a client that showed the link that the user is done. */
export async function notifyConfirmed(
  { server }: McpServer,
  purchaseId: string,
  { mcpReq }: ServerContext,
): Promise<void> {
  if (!server.getClientCapabilities()?.elicitation?.url) return
  await server
    .createElicitationCompletionNotifier(purchaseId, { relatedRequestId: mcpReq.id })()
    .catch(() => undefined)
}
