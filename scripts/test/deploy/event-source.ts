import { createServer } from 'node:http'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

/** A server in place of a node that is healthy, and otherwise breaks each connection after a request has arrived, and what it got. */
export async function serveBroken(t: TestContext, port: number): Promise<string[]> {
  const received: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/health') return response.end()
    received.push(`${request.method} ${request.url}`)
    return request.resume().once('end', () => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => server.close())
  return received
}

/** A server in place of a node that is healthy, and rejects every other call, as an overloaded one rejects some. */
export async function serveRejections(t: TestContext, port: number): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url !== '/health') response.statusCode = 503
    request.resume().once('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
}

/** A server in place of a node that is healthy, and responds to every other call after that many milliseconds. */
export async function serveSlowly(t: TestContext, port: number, ms: number): Promise<void> {
  const server = createServer(async (request, response) => {
    request.resume()
    if (request.url !== '/health') await pause(ms)
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
}

/** A server in place of a node that is healthy, sends two server-sent events, and then leaves the connection open. */
export async function serveEvents(t: TestContext, port: number): Promise<void> {
  const server = createServer(async ({ url }, response) => {
    if (url === '/health') return response.end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    await pause(500)
    response.write('data: 2\n\n')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
}
