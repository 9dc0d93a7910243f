import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** A request as the program behind a proxy got it. */
export type Arrival = { method: string; url: string; headers: Record<string, string[]>; bytes: number }

const describe = ({ method = '', url = '', headersDistinct }: IncomingMessage, bytes: number): Arrival => ({
  method,
  url,
  headers: headersDistinct as Record<string, string[]>,
  bytes,
})

/** A program without a sign-in: it shows what arrived, sends events at `/events`, and echoes on WebSockets. */
export async function startEcho(t: TestContext) {
  const server = createServer(async (request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: first\n\n')
      return
    }
    let bytes = 0
    for await (const part of request) bytes += (part as Buffer).length
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(describe(request, bytes)))
  })
  server.on('upgrade', (request, socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    socket.write(`user ${request.headers['remote-user']}`)
    // Proxies reset the connection when the browser leaves.
    socket.on('error', () => socket.destroy()).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
