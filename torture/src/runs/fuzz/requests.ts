import type { ServiceScope } from '@thumbturn/contract'
import { createRandom, type Random } from '../../common/random.ts'
import { generate, mutate, mutateText } from './generate.ts'
import { operations as described, type Operation } from './operations.ts'
import { scimOperations } from './scim.ts'

const operations = [...described, ...scimOperations]

/** One request as it is sent. */
export type FuzzRequest = { operation: string; method: string; path: string; headers: string; text: string }

/** Credentials that some of the calls carry. */
export type Credentials = {
  apiKey: string
  adminKey: string
  userToken: string
  /** A token of a backend for one of its scopes. */
  createServiceToken(scope: ServiceScope): string
}

/** Real requests of ceremonies, which mutations start from. */
export type Ceremony = { operation: string; path: string; body: object }

/** A request that follows from the seed and its number. */
export function createFuzzRequest(seed: number, credentials: Credentials): FuzzRequest {
  const random = createRandom(seed)
  const operation = random.pick(operations)
  const body = operation.body === undefined ? undefined : createBody(operation, random)
  const headers = [createAuthorization(operation, credentials, random), ...createHeaders(random)]
  return {
    operation: operation.name,
    method: random.next() < 0.01 ? random.pick(['PATCH', 'DELETE', 'PUT', 'PROPFIND', 'TRACE']) : operation.method,
    path: createPath(operation, random),
    headers: headers.filter((header) => header !== '').join(''),
    text: body === undefined ? '' : damage(JSON.stringify(body), random),
  }
}

function createBody({ body }: Operation, random: Random): unknown {
  const value = generate(body!, random)
  return random.next() < 0.4 ? mutate(value, random) : value
}

/** A mutation of a real request. */
export function mutateCeremony({ operation, path, body }: Ceremony, seed: number): FuzzRequest {
  const random = createRandom(seed)
  let changed: unknown = body
  for (let change = random.between(1, 3); change > 0; change--) changed = mutate(changed, random)
  const text = damage(JSON.stringify(changed) ?? '', random)
  return { operation, method: 'POST', path, headers: '', text }
}

/** One of fifty bodies isn't JSON. */
const damage = (text: string, random: Random) => (random.next() < 0.02 && text !== '' ? mutateText(text, random) : text)

function createPath({ path, params, query }: Operation, random: Random): string {
  const values = (params === undefined ? {} : generate({ ...params, type: 'object' }, random)) as Record<
    string,
    unknown
  >
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encode(name === 'id' && random.next() < 0.5 ? 'demo' : (values?.[name] ?? 'x')),
  )
  const given = query === undefined ? {} : generate({ ...query, type: 'object' }, random)
  const pairs = Object.entries((given ?? {}) as object).map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return `${filled}${pairs.length > 0 ? '?' : ''}${pairs.join('&')}`.slice(0, 12_000)
}

const encode = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()) || 'x'

function createAuthorization(operation: Operation, credentials: Credentials, random: Random): string {
  const { apiKey, userToken } = credentials
  const isRight = random.next() < 0.8
  const chosen = isRight ? findCredential(operation, credentials) : random.pick([apiKey, userToken])
  if (random.next() < 0.1) return ''
  const text = random.next() < 0.1 ? mutateText(chosen, random) : chosen
  return `authorization: ${toHeader(text)}\r\n`
}

/** The kind of credential that the operation needs. */
function findCredential({ access, isRestricted }: Operation, credentials: Credentials): string {
  const { apiKey, adminKey, userToken, createServiceToken } = credentials
  if (access.kind === 'admin') return isRestricted ? apiKey : adminKey
  if (access.kind === 'service' || access.kind === 'management') return createServiceToken(access.scope)
  return access.kind === 'user' || access.kind === 'optionalUser' ? userToken : apiKey
}

/** The characters that HTTP allows in the value of a header. */
const toHeader = (text: string) => text.replaceAll(/[^\t\x20-\x7e]/g, '?')

function createHeaders(random: Random): string[] {
  const rare = [
    'x-trace-id: 0123456789abcdef0123456789abcdef\r\n',
    'accept-language: de-DE;q=0.9, *;q=x, =\r\n',
    'origin: http://localhost:4300\r\n',
    'origin: null\r\n',
    'if-match: "x"\r\n',
    'x-client-id: demo\r\n',
    'user-agent: Mozilla/5.0 (\r\n',
    'x-forwarded-for: 1.2.3.4, %, ::1\r\n',
    'cookie: __Host-thumbturn=%; a=b; =\r\n',
    'content-encoding: gzip\r\n',
  ]
  return rare.filter(() => random.next() < 0.06)
}

/** The request as a command, to repeat it. */
export const describeRequest = ({ method, path, headers, text }: FuzzRequest) =>
  `${method} ${path} ${headers.replaceAll('\r\n', ' | ')}${text.slice(0, 2_000)}`
