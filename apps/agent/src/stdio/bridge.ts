import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createSignIn, type SignIn } from './sign-in.ts'

/** The agent's address without a trailing slash, and the client as which the bridge signs users in. */
type Connection = { url: string; clientId: string }

/**
 * Bridges a stdio-only client to a running checkout agent, with messages unchanged, so that all clients of a machine
 * share one server, one page, and one list of purchases. Signs the user in with the browser. Writes nothing but messages to
 * standard output.
 */
export async function bridgeStdio({ url, clientId }: Connection): Promise<void> {
  const signIn = await createSignIn(clientId)
  const away = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: signIn.provider })
  const here = new StdioServerTransport()
  const send = createSender(away, signIn)
  let ended = false
  const end = async () => {
    if (ended) return
    ended = true
    await away.terminateSession().catch(() => undefined)
    await Promise.all([away.close(), here.close()])
    process.exit()
  }
  away.onmessage = (message) => {
    adoptVersion(away, message)
    void here.send(message)
  }
  here.onmessage = (message) => void forward(send, here, { message, url })
  process.stdin.once('end', end)
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  await away.start()
  await here.start()
}

/** Later requests must name the negotiated version (MCP, protocol version header). */
function adoptVersion(away: StreamableHTTPClientTransport, message: JSONRPCMessage): void {
  const result = 'result' in message ? message.result : undefined
  if (typeof result?.protocolVersion === 'string') away.setProtocolVersion(result.protocolVersion)
}

type Send = (message: JSONRPCMessage) => Promise<void>

/** Sends messages, after a sign-in where the agent requires one. Messages that arrive in the meantime wait for it. */
function createSender(away: StreamableHTTPClientTransport, { complete }: SignIn): Send {
  let pending: Promise<void> | undefined
  const signInOnce = () => {
    pending ??= complete((response) => away.finishAuth(response)).finally(() => {
      pending = undefined
    })
    return pending
  }
  return async (message) => {
    await pending
    try {
      await away.send(message)
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error
      await signInOnce()
      await away.send(message)
    }
  }
}

async function forward(
  send: Send,
  here: StdioServerTransport,
  { message, url }: { message: JSONRPCMessage; url: string },
): Promise<void> {
  try {
    await send(message)
  } catch (error) {
    const reason = `The checkout agent at ${url} does not answer: ${(error as Error).message}`
    console.error(reason)
    if (isJSONRPCRequest(message))
      await here.send({ jsonrpc: '2.0', id: message.id, error: { code: -32000, message: reason } })
  }
}
