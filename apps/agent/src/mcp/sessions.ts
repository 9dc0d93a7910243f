import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import type { McpServer } from '@modelcontextprotocol/server'

type Session = { caller: string; transport: NodeStreamableHTTPServerTransport; usedAt: number }

/** Maximum sessions of one agent; another one closes the session with the oldest use. */
const maxSessions = 10
const idleMs = 30 * 60_000
const maxBodyBytes = 64 * 1024

/**
 * MCP over streamable HTTP. A session belongs to the assistant and the user that created it: for every other one, it doesn't exist.
 */
export type Sessions = {
  handle(caller: string, request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

export function createSessions(serverFor: (caller: string) => McpServer): Sessions {
  const sessions = new Map<string, Session>()
  const tidying = setInterval(() => {
    for (const { transport, usedAt } of sessions.values()) if (Date.now() - usedAt > idleMs) void transport.close()
  }, 60_000).unref()

  async function begin(caller: string): Promise<NodeStreamableHTTPServerTransport> {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => {
        closeOldest(sessions, caller)
        sessions.set(id, { caller, transport, usedAt: Date.now() })
      },
    })
    transport.onclose = () => void sessions.delete(transport.sessionId ?? '')
    await serverFor(caller).connect(transport)
    return transport
  }

  return {
    async handle(caller, request, response) {
      const id = request.headers['mcp-session-id']
      if (id === undefined) {
        const transport = await begin(caller)
        await transport.handleRequest(request, response)
        // Anything but an initialization was rejected and leaves no state.
        if (transport.sessionId === undefined) await transport.close()
        return
      }
      const session = sessions.get(String(id))
      if (session?.caller !== caller) return sendNotFound(response)
      session.usedAt = Date.now()
      await session.transport.handleRequest(request, response)
    },
    async close() {
      clearInterval(tidying)
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()))
    },
  }
}

function closeOldest(sessions: ReadonlyMap<string, Session>, caller: string): void {
  const theirs = [...sessions.values()].filter((session) => session.caller === caller)
  if (theirs.length < maxSessions) return
  void theirs.sort((a, b) => a.usedAt - b.usedAt)[0]?.transport.close()
}

/** The MCP specification requires clients to start a new session after 404. */
function sendNotFound(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32001, message: 'Session not found' }, id: null }))
}
