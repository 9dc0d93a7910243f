import type { X509Certificate as Certificate } from 'node:crypto'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { connect as connectTls, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import {
  type AddressRule,
  checkLiteral,
  createCheckedLookup,
  isAllowedAddress,
  isPublicAddress,
  type Networks,
} from './addresses.ts'
import { within } from './within.ts'

// `import … from 'node:http'` would read its getter WebSocket, and with it load undici: 13 MB of resident memory.
const plain = process.getBuiltinModule('node:http')
const secure = process.getBuiltinModule('node:https')

/** How to connect; certificates and keys are PEM. */
export type EgressOptions = {
  /** The networks that can be reached besides public addresses, and without TLS. */
  networks: Networks
  /** Instead of the default certificate authorities. */
  certificateAuthority?: string | undefined
  clientCertificate?: string | undefined
  clientKey?: string | undefined
  limits?: EgressLimits
}

/** The duration of a whole call in milliseconds, and the bytes of a response that are read. */
export type EgressLimits = { totalMs: number; bytes: number }

const usualLimits: EgressLimits = { totalMs: 10_000, bytes: 64 * 1024 }

export type OutgoingCall = {
  method: 'GET' | 'POST' | 'PUT'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: Buffer | string
}

/** A response of any status, also a redirect; a text beyond the limit is cut off. */
export type IncomingResponse = { status: number; headers: IncomingMessage['headers']; text: string }

/** Opens outgoing connections as the operator allows, and keeps those of HTTP open for further calls. */
export type Egress = {
  /** @throws Error that says why there is no response */
  call(call: OutgoingCall, signal: AbortSignal): Promise<IncomingResponse>
  /** A TLS connection whose certificate is verified. @throws Error that says why there is none */
  connect(server: { host: string; port: number }, signal: AbortSignal): Promise<TLSSocket>
  close(): void
}

/** Reports a certificate or key that can't be read. */
export class UnusableCertificate extends Error {
  override name = 'UnusableCertificate'
  readonly code = 'EUNUSABLECERTIFICATE'
}

/** @throws UnusableCertificate */
export function openEgress({ networks, limits = usualLimits, ...files }: EgressOptions): Egress {
  const tls = { secureContext: createContext(files), rejectUnauthorized: true }
  const rules = createRules(networks)
  const agents = {
    'https:': new secure.Agent({ keepAlive: true, maxSockets: 8, lookup: rules.encrypted.lookup, ...tls }),
    'http:': new plain.Agent({ keepAlive: true, maxSockets: 8, lookup: rules.plain.lookup }),
  }
  return {
    async call(call, signal) {
      const { protocol, hostname } = call.url
      if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`${protocol} is no protocol of connectors`)
      rules[protocol === 'https:' ? 'encrypted' : 'plain'].check(hostname)
      return within(limits.totalMs, signal, (limited) => exchange(agents[protocol], call, { signal: limited, limits }))
    },
    async connect({ host, port }, signal) {
      rules.encrypted.check(host)
      const { lookup } = rules.encrypted
      const servername = isIP(host) === 0 ? host : undefined
      return within(limits.totalMs, signal, (limited) =>
        openSocket(() => connectTls({ host, port, servername, lookup, ...tls }), limited),
      )
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

type Files = Omit<EgressOptions, 'networks' | 'limits'>

/** OpenSSL ignores an authority that it can't read, so every file is read here first. */
function createContext({ certificateAuthority, clientCertificate, clientKey }: Files): SecureContext {
  const certificates = [certificateAuthority, clientCertificate].filter((pem) => pem !== undefined)
  for (const pem of certificates) readOrThrow('certificate', (): Certificate => new X509Certificate(pem))
  if (clientKey !== undefined) readOrThrow('key', () => createPrivateKey(clientKey))
  return readOrThrow('key', () =>
    createSecureContext({ ca: certificateAuthority, cert: clientCertificate, key: clientKey }),
  )
}

function readOrThrow<T>(what: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UnusableCertificate(`The ${what} of the connector cannot be read`, { cause: error })
  }
}

function createRules(networks: Networks) {
  const isInNetworks: AddressRule = (address) => isAllowedAddress(address, networks)
  return {
    encrypted: createRule((address) => isPublicAddress(address) || isInNetworks(address), describeBlocked),
    plain: createRule(isInNetworks, describeUnencrypted),
  }
}

const createRule = (isAllowed: AddressRule, describe: (host: string) => string) => ({
  lookup: createCheckedLookup(isAllowed, describe),
  check: (host: string) => checkLiteral(host, isAllowed, describe),
})

// They don't tell whether the name exists and what its address is: members could map the operator's network with them.
const describeBlocked = (host: string) =>
  `${host} does not lead to a public address or to a network that the operator allows (CONNECTOR_NETWORKS)`
const describeUnencrypted = (host: string) =>
  `${host} must be reached by https, because it does not lead to a network that the operator allows (CONNECTOR_NETWORKS)`

type Exchange = { signal: AbortSignal; limits: EgressLimits }

/** Repeats a call once if the server had just closed the connection that was kept open. */
async function exchange(agent: Agent, call: OutgoingCall, { signal, limits }: Exchange): Promise<IncomingResponse> {
  const attempt = async () => readResponse(await send(agent, call, signal), limits.bytes)
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return attempt()
  }
}

class StaleConnection extends Error {
  readonly code = 'ECONNRESET'
}

const isReset = ({ code = '' }: NodeJS.ErrnoException) => code === 'ECONNRESET' || code === 'EPIPE'

function send(
  agent: Agent,
  { method, url, headers, body }: OutgoingCall,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? secure.request : plain.request
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const given = { 'accept-encoding': 'identity', 'user-agent': 'Thumbturn', ...headers, ...length }
    const request: ClientRequest = open(url, { method, headers: given, agent, signal }, resolve)
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(request.reusedSocket && isReset(error) ? new StaleConnection('the connection was closed') : error),
    )
    request.end(body)
  })
}

async function readResponse(response: IncomingMessage, most: number): Promise<IncomingResponse> {
  const { statusCode: status = 0, headers } = response
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    parts.push(part as Buffer)
    size += (part as Buffer).length
    // Leaving the loop destroys the response, and with it the connection.
    if (size > most) break
  }
  return { status, headers, text: Buffer.concat(parts).subarray(0, most).toString() }
}

function openSocket(open: () => TLSSocket, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const socket = open()
    const stop = () => socket.destroy(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      signal.removeEventListener('abort', stop)
      socket.off('error', reject)
      resolve(socket)
    })
  })
}
