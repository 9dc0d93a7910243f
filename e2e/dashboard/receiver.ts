import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An endpoint on this machine that accepts whatever connectors send, or rejects it all. */
export type Receiver = {
  /** Without a path. */
  url: string
  /** The bodies that it accepted. */
  received: string[]
  rejects: boolean
  close(): void
}

/** Starts a receiver, on a free port by default. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    if (!receiver.rejects) receiver.received.push(body)
    response.writeHead(receiver.rejects ? 400 : 200).end()
  }).listen(port, 'localhost')
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = { url, received: [], rejects: false, close: () => void server.close() }
  return receiver
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
