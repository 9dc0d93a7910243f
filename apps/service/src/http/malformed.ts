import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { frameworkCode } from './errors.ts'
import { findErrorFormat } from './outside-routes.ts'
import { currentWireFormat, toContentType } from './wire-format.ts'

// `import … from 'node:http'` would read its getter WebSocket, and with it load undici: 13 MB of resident memory.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

type ClientError = Error & { code?: string; rawPacket?: unknown }

/** Rejects what isn't valid HTTP, in the format of the API that its path belongs to. */
export function createMalformedRejection() {
  /** The URL of the last request of each connection: what is malformed later, such as a chunk of its body, doesn't say. */
  const urls = new WeakMap<Socket, string>()
  return {
    watch(server: Server) {
      server.on('request', ({ socket, url = '' }: IncomingMessage) => urls.set(socket, url))
      server.on('checkExpectation', rejectExpectation)
    },
    /** Sends the response and closes the connection. */
    reject(error: ClientError, socket: Socket) {
      if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
      const status = toStatus(error)
      const { type, text } = formatFailure(status, readUrl(error) ?? urls.get(socket) ?? '')
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${type}\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
      )
    },
  }
}

/** The service expects nothing but `100-continue`, which Node handles. */
function rejectExpectation({ url = '' }: IncomingMessage, response: ServerResponse) {
  const { type, text } = formatFailure(417, url)
  response.writeHead(417, { 'content-type': type, 'content-length': text.length, connection: 'close' }).end(text)
}

function formatFailure(status: number, url: string) {
  const format = findErrorFormat(url) ?? currentWireFormat
  const message = STATUS_CODES[status] ?? ''
  return {
    type: toContentType(format),
    text: JSON.stringify(format.formatError({ status, code: frameworkCode(status), message })),
  }
}

/** A request line that alone fills the space for headers is a URL that is too long. */
function toStatus(error: ClientError): number {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (error.code !== 'HPE_HEADER_OVERFLOW') return 400
  return /^[A-Z]+ \S{8192}/.test(readPacket(error)) ? 414 : 431
}

/** The URL of the request line, if the packet begins with one. */
const readUrl = (error: ClientError) => /^[A-Za-z-]+ (\S+)/.exec(readPacket(error))?.[1]

const readPacket = ({ rawPacket }: ClientError) => (Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '')
