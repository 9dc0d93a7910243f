import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Node } from './nodes.ts'
import { isReady } from './nodes.ts'

/** A load balancer that sends requests only to nodes that are ready, and never sends one again. */
export type Balancer = {
  url: string
  /** Resolves once it knows whether the node is ready. */
  untilKnown(node: Node, ready: boolean): Promise<void>
  /** The requests that got an error of the service or of the balancer since the last call, in sentences. */
  takeFailures(): string[]
  close(): Promise<void>
}

/** How often it asks whether nodes are ready, in milliseconds. */
export const askedEveryMs = 100

/**
 * How long connections to nodes stay open without use, as with nginx. Without a limit, Node's agent ignores the one of the service
 * (72 seconds), and a request that is sent while the service closes its connection gets no response.
 */
const idleMs = 60_000

export async function startBalancer(nodes: readonly Node[]): Promise<Balancer> {
  const ready = new Set<Node>()
  const agent = new Agent({ keepAlive: true, timeout: idleMs })
  let isClosed = false
  const watch = async (node: Node) => {
    while (!isClosed) {
      if (await isReady(node.url)) ready.add(node)
      else ready.delete(node)
      await pause(askedEveryMs)
    }
  }
  const watching = Promise.all(nodes.map(watch))
  const failures: string[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const serving = [...ready]
    const node = serving[turn++ % serving.length]
    const exchange: Exchange = { incoming, outgoing, fail: (failure) => failures.push(failure) }
    if (node) forward(node, agent, exchange)
    else sendFailure(exchange, 'no node is ready')
  })
  // A client can send on a connection that Node closes after five seconds, and would get no response.
  server.keepAliveTimeout = 3_600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    async untilKnown(node, expected) {
      while (ready.has(node) !== expected) await pause(10)
    },
    takeFailures: () => failures.splice(0),
    async close() {
      isClosed = true
      await watching
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; fail(failure: string): void }

/** A request that fails is a 502: it isn't sent to another node. */
function forward({ url, name }: Node, agent: Agent, exchange: Exchange) {
  const { incoming, outgoing } = exchange
  const { method, headers, url: path = '/' } = incoming
  const upstream = request(new URL(path, url), { method, headers, agent })
  upstream.on('response', (response) => {
    const { statusCode = 502 } = response
    if (statusCode >= 500)
      response.once('data', (bytes) => exchange.fail(`${method} ${path} at ${name}: ${statusCode} ${bytes}`))
    outgoing.writeHead(statusCode, response.headers)
    response.pipe(outgoing)
  })
  upstream.on('error', (error) => sendFailure(exchange, `${method} ${path} at ${name}: ${error.message}`))
  incoming.pipe(upstream)
}

function sendFailure({ outgoing, fail }: Exchange, failure: string) {
  fail(failure)
  if (!outgoing.headersSent) outgoing.writeHead(502)
  outgoing.end(failure)
}
