import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/**
 * Bridges a stdio-only client to a running checkout agent, with messages unchanged, so that all clients of a machine
 * share one server, one page, and one list of purchases. Writes nothing but messages to standard output.
 */
export async function bridgeStdio({ url, key }: { url: string; key: string }): Promise<void> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  const away = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit })
  const here = new StdioServerTransport()
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
  here.onmessage = (message) => void forward(away, here, { message, url })
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

async function forward(
  away: StreamableHTTPClientTransport,
  here: StdioServerTransport,
  { message, url }: { message: JSONRPCMessage; url: string },
): Promise<void> {
  try {
    await away.send(message)
  } catch (error) {
    const reason = `The checkout agent at ${url} does not answer: ${(error as Error).message}`
    console.error(reason)
    if (isJSONRPCRequest(message))
      await here.send({ jsonrpc: '2.0', id: message.id, error: { code: -32000, message: reason } })
  }
}
