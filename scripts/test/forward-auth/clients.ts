import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { request } from 'node:https'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { type Response, sendByHttp, type Transport } from '@thumbturn/service-harness/http-browser.ts'

/** A request whose path is exactly as given, which URL would change. */
export type RawRequest = { path: string; headers?: Record<string, string> }

/** How a browser talks to the sites of a test, whose hosts are all on this machine. */
export interface Client {
  name: string
  /** Also for the service, without TLS. */
  transport: Transport
  sendRaw(origin: string, request: RawRequest): Promise<Response>
  /** The first part of a response without an end. */
  readFirstPart(origin: string, request: RawRequest): Promise<string>
  /** The status of a WebSocket, and the first message; undefined if the proxy has none over this version of HTTP. */
  openWebSocket(origin: string, request: RawRequest): Promise<string | undefined>
}

const address = '127.0.0.1'

/** Over TLS. */
export function createHttp1Client(ca: string): Client {
  const toOptions = (origin: string, { path, headers = {} }: RawRequest) => {
    const { hostname, host, port } = new URL(origin)
    return { ca, host: address, port, servername: hostname, path, headers: { ...headers, host }, agent: false as const }
  }
  return {
    name: 'HTTP/1.1',
    transport: (url, sending) =>
      sendByHttp(
        url,
        sending,
        url.protocol === 'https:'
          ? { ca, lookup: (_, __, found) => found(null, [{ address, family: 4 }] as never) }
          : {},
      ),
    sendRaw: (origin, raw) =>
      new Promise((resolve, reject) => {
        const sent = request(toOptions(origin, raw), async (response) => {
          const headers = new Headers(response.headers as Record<string, string>)
          resolve({ status: response.statusCode!, headers, text: await text(response) })
        })
        sent.on('error', reject).end()
      }),
    readFirstPart: (origin, raw) =>
      new Promise((resolve, reject) => {
        const sent = request(toOptions(origin, raw), (response) => {
          response.once('data', (part: Buffer) => {
            sent.destroy()
            resolve(part.toString())
          })
        })
        sent.on('error', (error: NodeJS.ErrnoException) => error.code !== 'ECONNRESET' && reject(error)).end()
      }),
    openWebSocket: (origin, { path, headers = {} }) =>
      new Promise((resolve, reject) => {
        const upgrade = {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
        }
        const sent = request(toOptions(origin, { path, headers: { ...headers, ...upgrade } }), ({ statusCode }) =>
          resolve(`${statusCode}`),
        )
        sent.on('upgrade', (response, socket, head) => {
          if (head.length > 0) socket.unshift(head)
          readOnce(socket).then((part) => resolve(`${response.statusCode} ${part}`), reject)
        })
        sent.on('error', reject).end()
      }),
  }
}

const readOnce = (stream: Duplex) =>
  new Promise<string>((resolve, reject) => {
    stream.once('data', (part: Buffer) => {
      stream.destroy()
      resolve(part.toString())
    })
    stream.once('error', reject)
  })

/** Over TLS, with one connection for each site. */
export function createHttp2Client(ca: string, t: TestContext): Client {
  const sessions = new Map<string, ClientHttp2Session>()
  const findSession = (origin: string): ClientHttp2Session => {
    const { hostname: servername, port } = new URL(origin)
    const session = sessions.get(origin) ?? connect(`https://${address}:${port}`, { ca, servername })
    sessions.set(origin, session)
    return session
  }
  t.after(() => {
    for (const session of sessions.values()) session.destroy()
  })
  const open = (origin: string, path: string, headers: Record<string, string>) =>
    findSession(origin).request({ ':authority': new URL(origin).host, ':path': path, ...headers })

  async function send(stream: ClientHttp2Stream, body = ''): Promise<Response> {
    const received = new Promise<Record<string, string | string[]>>((resolve, reject) => {
      stream.once('response', (headers) => resolve(headers as never)).once('error', reject)
    })
    // Node ends a request without a body itself.
    if (!stream.writableEnded) stream.end(body)
    const { ':status': status, ...headers } = await received
    const list = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
    return { status: Number(status), headers: new Headers(list as [string, string][]), text: await text(stream) }
  }

  return {
    name: 'HTTP/2',
    async transport(url, sending) {
      if (url.protocol === 'http:') return sendByHttp(url, sending)
      const { method, headers, body } = sending
      const path = `${url.pathname}${url.search}`
      return send(open(url.origin, path, { ':method': method, ...headers }), body)
    },
    sendRaw: (origin, { path, headers = {} }) => send(open(origin, path, headers)),
    readFirstPart: (origin, { path, headers = {} }) => readOnce(open(origin, path, headers)),
    /** RFC 8441: the proxy says in its settings that it can. */
    async openWebSocket(origin, { path, headers = {} }) {
      const session = findSession(origin)
      assert.ok(session.remoteSettings.maxConcurrentStreams !== undefined, 'The connection is open')
      if (!session.remoteSettings.enableConnectProtocol) return undefined
      const extended = { ':method': 'CONNECT', ':protocol': 'websocket', ':scheme': 'https' }
      const stream = open(origin, path, { ...headers, ...extended, 'sec-websocket-version': '13' })
      const status = await new Promise<string>((resolve, reject) => {
        stream.once('response', (received) => resolve(`${received[':status']}`)).once('error', reject)
      })
      if (status === '200') return `101 ${await readOnce(stream)}`
      stream.destroy()
      return status
    },
  }
}
