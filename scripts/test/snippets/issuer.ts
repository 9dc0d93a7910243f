import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Running, startThumbturn } from '@thumbturn/e2e/running.ts'

/** A running service behind a proxy that counts fetches of its JWKS and adds a key that the test can sign with. */
export type Issuer = {
  service: Running
  /** The proxy's address: the service's BASE_URL. */
  url: string
  key: { kid: string; privateKey: KeyObject; publicKey: KeyObject }
  countFetches(): number
  stop(): Promise<void>
}

export async function startIssuer(): Promise<Issuer> {
  const key = { kid: 'of-the-test', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  process.env.BASE_URL = url
  const service = await startThumbturn()
  let fetches = 0
  server.on('request', async (request, response) => {
    const found = await forward(service.url, request)
    const isKeySet = request.url!.endsWith('/jwks.json')
    if (isKeySet) fetches++
    const body = await found.text()
    response.writeHead(found.status, { 'content-type': found.headers.get('content-type') ?? 'text/plain' })
    response.end(isKeySet ? addKey(body, key) : body)
  })
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await service.stop()
  }
  return { service, url, key, countFetches: () => fetches, stop }
}

async function forward(target: string, request: IncomingMessage): Promise<Response> {
  const { method = 'GET', url, headers } = request
  const sent = Object.entries(headers).filter(([name]) => ['authorization', 'content-type', 'origin'].includes(name))
  const body = method === 'POST' ? await text(request) : undefined
  return fetch(target + url, { method, headers: Object.fromEntries(sent) as Record<string, string>, body })
}

function addKey(keySet: string, { kid, publicKey }: Issuer['key']): string {
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }
  return JSON.stringify({ keys: [...JSON.parse(keySet).keys, jwk] })
}
