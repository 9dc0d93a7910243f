import type { ServiceScope } from '@thumbturn/contract'
import { createRandom, type Random } from '../../common/random.ts'
import { generate, mutate, mutateText } from './generate.ts'
import { operations as described, type Operation } from './operations.ts'
import { scimOperations } from './scim.ts'

const operations = [...described, ...scimOperations]

/** One request as it is sent. */
export type FuzzRequest = {
  operation: string
  method: string
  path: string
  headers: string
  text: string
  type?: string
}

/** Headers and credentials of the OpenID Provider, its pages, and protected sites. */
export type SurfaceCredentials = { page: string; proxy: string; clientTokens: readonly string[] }

/** Credentials that some of the calls carry. */
export type Credentials = {
  apiKey: string
  adminKey: string
  userToken: string
  /** A token of a backend for one of its scopes. */
  createServiceToken(scope: ServiceScope): string
} & SurfaceCredentials

/** A real request, which mutations start from. `as`: where it has the body; in JSON by default. */
export type Ceremony = {
  operation: string
  method?: string
  path: string
  body: object
  as?: 'form' | 'query' | 'headers'
  headers?: string
}

const formType = 'application/x-www-form-urlencoded'

/** A request that follows from the seed and its number. */
export function createFuzzRequest(seed: number, credentials: Credentials): FuzzRequest {
  const random = createRandom(seed)
  const operation = chooseOperation(random)
  const body = operation.body === undefined ? undefined : createBody(operation, random)
  const headers = [
    createAuthorization(operation, credentials, random),
    chooseOwnHeaders(operation, credentials),
    ...createHeaders(random),
  ]
  return {
    operation: operation.name,
    method: operation.method,
    path: createPath(operation, random),
    headers: headers.filter((header) => header !== '').join(''),
    text: body === undefined ? '' : damage(operation.isForm ? toForm(body) : JSON.stringify(body), random),
    ...(operation.isForm && { type: formType }),
  }
}

/** One of a hundred has another method, which is restricted: it could delete the application. */
function chooseOperation(random: Random): Operation {
  const operation = random.pick(operations)
  if (random.next() >= 0.01) return operation
  const method = random.pick(['PATCH', 'DELETE', 'PUT', 'PROPFIND', 'TRACE'])
  return { ...operation, method, isRestricted: true }
}

/** The headers of a page of ours, or of a proxy. */
function chooseOwnHeaders({ name }: Operation, { page, proxy }: Credentials): string {
  if (name.startsWith('openid.site')) return proxy
  return /^(?:hosted|openid)\./.test(name) ? page : ''
}

/** The fields of a form, or of a query; what isn't an object becomes the name of one. */
function toForm(value: unknown): string {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [[toText(value), '']]
  return entries.map((pair) => pair.map(encode).join('=')).join('&')
}

function createBody({ body }: Operation, random: Random): unknown {
  const value = generate(body!, random)
  return random.next() < 0.4 ? mutate(value, random) : value
}

/** A mutation of a real request. */
export function mutateCeremony(ceremony: Ceremony, seed: number): FuzzRequest {
  const { operation, method = ceremony.as === 'query' ? 'GET' : 'POST', path, headers = '' } = ceremony
  const random = createRandom(seed)
  let changed: unknown = ceremony.body
  for (let change = random.between(1, 3); change > 0; change--) changed = mutate(changed, random)
  const request = { operation, method, path, headers, text: '' }
  if (ceremony.as === 'headers') return { ...request, headers: `${headers}${toHeaders(changed)}` }
  if (ceremony.as === 'query')
    return { ...request, path: `${path}?${damage(toForm(changed), random)}`.slice(0, 12_000) }
  if (ceremony.as === 'form') return { ...request, text: damage(toForm(changed), random), type: formType }
  return { ...request, text: damage(JSON.stringify(changed) ?? '', random) }
}

/** A header for each property; a name that HTTP doesn't allow is left out. */
const toHeaders = (value: unknown): string =>
  Object.entries(Object(value) as object)
    .filter(([name]) => /^[\w-]+$/.test(name))
    .map(([name, text]) => `${name}: ${toHeader(toText(text)).slice(0, 8_000)}\r\n`)
    .join('')

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

const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const encode = (value: unknown): string => encodeURIComponent(toText(value).toWellFormed()) || 'x'

function createAuthorization(operation: Operation, credentials: Credentials, random: Random): string {
  const { apiKey, userToken } = credentials
  const isRight = random.next() < 0.8
  const isOfClient = operation.name.startsWith('openid.')
  const right = isOfClient ? random.pick(credentials.clientTokens) : findCredential(operation, credentials)
  const chosen = isRight ? right : random.pick([apiKey, userToken])
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
