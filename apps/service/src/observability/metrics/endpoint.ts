import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '../../core/errors.ts'
import type { Metrics } from './metrics.ts'

// `import … from 'node:http'` would load undici: 13 MB of resident memory.
const { createServer } = process.getBuiltinModule('node:http')

export type EndpointOptions = {
  host: string
  port: number
  /** The bearer token that every request must carry; none by default. */
  token?: string | undefined
}

export type Endpoint = { address: string; close(): Promise<void> }

/**
 * Serves `/metrics` on a port of its own, which no proxy for the service forwards.
 * @throws Error that names the setting if it can't listen
 */
export async function openMetricsEndpoint(metrics: Metrics, { host, port, token }: EndpointOptions): Promise<Endpoint> {
  const admit = token === undefined ? rejectForeignHost : createTokenCheck(token)
  const print = shareRuns(metrics.print)
  const server = createServer((request, response) => {
    const rejection = admit(request) ?? rejectUnknown(request)
    if (rejection) return send(request, response, rejection)
    print().then(
      (text) => send(request, response, { status: 200, type: metrics.contentType, text }),
      () => send(request, response, { status: 500, text: 'The metrics could not be read\n' }),
    )
  })
  server.requestTimeout = 5_000
  server.headersTimeout = 5_000
  server.maxConnections = 32
  await listen(server, { host, port })
  const { port: actual } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/metrics`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type MetricsResponse = { status: number; type?: string; text: string; headers?: Record<string, string> }

function rejectUnknown({ url, method }: IncomingMessage): MetricsResponse | undefined {
  if (url?.split('?', 1)[0] !== '/metrics') return { status: 404, text: 'Metrics are at /metrics\n' }
  if (method === 'GET' || method === 'HEAD') return undefined
  return { status: 405, text: 'Use GET\n', headers: { allow: 'GET, HEAD' } }
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, type, text, headers }: MetricsResponse) {
  response.writeHead(status, {
    'content-type': type ?? 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(method === 'HEAD' ? undefined : text)
}

/** Compares hashes, so that the time depends neither on the length nor on how much of a token is right. */
function createTokenCheck(token: string) {
  const expected = digest(`Bearer ${token}`)
  const rejection = {
    status: 401,
    text: 'Send METRICS_TOKEN as a bearer token\n',
    headers: { 'www-authenticate': 'Bearer' },
  }
  return ({ headers }: IncomingMessage): MetricsResponse | undefined =>
    timingSafeEqual(digest(headers.authorization ?? ''), expected) ? undefined : rejection
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** A page whose domain points to this machine (DNS rebinding) sends its own domain as Host. */
const rejectForeignHost = ({ headers: { host = '' } }: IncomingMessage): MetricsResponse | undefined =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host)
    ? undefined
    : { status: 403, text: 'Without METRICS_TOKEN, use the address that the service listens on\n' }

/** Requests that arrive while the metrics are read share one result. */
function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? 'the port is taken' : message
      const problem = `METRICS_HOST ${host} and METRICS_PORT ${port} can't be used: ${reason}. Choose others.`
      reject(new OperatorError('invalid_settings', problem))
    })
    server.listen(port, host, resolve)
  })
}
