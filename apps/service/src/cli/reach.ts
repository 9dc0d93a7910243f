import type { ClientRequest, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { TLSSocket } from 'node:tls'

// `import … from 'node:https'` would load undici: 13 MB of resident memory.
const { request } = process.getBuiltinModule('node:https')

const patienceMs = 3_000
const mostBytes = 100_000

/** The result of a GET by TLS: the certificate, and the response unless there was none. */
export type TlsResult = {
  certificateEndsAt: number
  response?: { status: number; date: number | undefined; text: string }
}

/**
 * Requests an https address as a browser would, within three seconds, without following redirects. `lookup` resolves the host.
 * @throws Error of the system, or of TLS, if there was no handshake
 */
export function reach(address: string, lookup?: LookupFunction): Promise<TlsResult> {
  return new Promise((resolve, reject) => {
    let certificateEndsAt: number | undefined
    const signal = AbortSignal.timeout(2 * patienceMs)
    const asked = request(address, { agent: false, timeout: patienceMs, signal, ...(lookup && { lookup }) })
    const settle = (error: Error) => (certificateEndsAt === undefined ? reject(error) : resolve({ certificateEndsAt }))
    onceSecure(asked, (endsAt) => {
      certificateEndsAt = endsAt
    })
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })))
    asked.on('error', settle)
    asked.on('response', (response) => {
      readText(response).then((text) => {
        const { statusCode: status = 0, headers } = response
        const date = headers.date === undefined ? undefined : Date.parse(headers.date)
        resolve({ certificateEndsAt: certificateEndsAt!, response: { status, date, text } })
      }, settle)
    })
    asked.end()
  })
}

function onceSecure(asked: ClientRequest, act: (certificateEndsAt: number) => void) {
  asked.once('socket', (socket) => {
    const secure = socket as TLSSocket
    secure.once('secureConnect', () => act(Date.parse(secure.getPeerCertificate().valid_to)))
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    text += part
    if (text.length > mostBytes) break
  }
  return text
}
