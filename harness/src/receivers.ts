import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { authority, createIdentity, shown } from './mail-server.ts'
import { pem } from './metadata-service.ts'

/** The test certificate authority that issues the identities of receivers, as PEM. */
export const receiverAuthority = pem(authority.der)

/** A call that a receiver got; `body` is decompressed. */
export type ReceivedCall = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  /** As it was sent. */
  bytes: Buffer
  /** Counts connections from 1. */
  connection: number
}

/** Responds to a call that was read completely. */
export type Respond = (call: ReceivedCall, response: ServerResponse) => void

export type ReceiverOptions = { tls?: ServerOptions | false; respond?: Respond; host?: string }

/** Starts an HTTP server that keeps the calls it receives; by default with TLS, and responding with 200 and `{}`. */
export async function startReceiver(t: TestContext, options: ReceiverOptions = {}) {
  const { tls = {}, host = '127.0.0.1', respond = (_, response) => response.end('{}') } = options
  const calls: ReceivedCall[] = []
  const state = { respond, connections: 0 }
  const numbers = new WeakMap<object, number>()
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers, socket } = request
    const bytes = await buffer(request).catch(() => undefined)
    if (bytes === undefined) return
    const body = (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    const call = { method, path, headers, body, bytes, connection: numbers.get(socket) ?? 0 }
    calls.push(call)
    state.respond(call, response)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => void receive(request, response)
  const server = tls ? createServer({ ...shown(createIdentity()), ...tls }, listener) : createPlainServer(listener)
  server.on(tls ? 'secureConnection' : 'connection', (socket: object) => numbers.set(socket, ++state.connections))
  const port = await listen(t, server, host)
  t.after(() => server.closeAllConnections())
  return { port, calls, state, server, url: new URL(`${tls ? 'https' : 'http'}://localhost:${port}/`) }
}

/** Listens on a free port until the test ends. */
export async function listen(t: TestContext, server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}
