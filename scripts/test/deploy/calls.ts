import { request } from 'node:https'
import { publicUrl } from './nodes.ts'

export type Call = {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Sends the body in chunks, without its length. */
  isChunked?: boolean
  /** The address that the client calls from, one of those that scripts/test/deploy-test.mjs sets up. */
  from?: string
  /** By default id.example.com. */
  host?: string
}

export type Response = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** Calls the proxy over TLS, as a client with this address. */
export function call({ path, method = 'GET', headers = {}, body, isChunked, from, host }: Call): Promise<Response> {
  const length = isChunked
    ? { 'transfer-encoding': 'chunked' }
    : { 'content-length': `${Buffer.byteLength(body ?? '')}` }
  const json = body === undefined ? {} : { 'content-type': 'application/json', ...length }
  const options = {
    path,
    method,
    headers: { ...json, ...headers },
    agent: false,
    ...(from && { localAddress: from }),
    // Otherwise, it would be a `host` among the headers.
    servername: host ?? new URL(publicUrl).hostname,
  }
  const url = host === undefined ? publicUrl : `https://${host}`
  return new Promise((resolve, reject) => {
    const sent = request(url, options, async (response) => {
      let text = ''
      for await (const part of response.setEncoding('utf8')) text += part
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    sent.on('error', reject).end(body)
  })
}
