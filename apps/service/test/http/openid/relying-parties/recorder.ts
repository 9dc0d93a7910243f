import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { SuiteUser } from './provider.ts'

/** A response of a provider without what is different in each run: `where` is the endpoint and status, such as `token 200`. */
export type Observation = { where: string; facts: Facts }

/** Facts by their path, such as `id_token.claims.sub`. */
export type Facts = Readonly<Record<string, Value>>
type Value = string | number | boolean

/** The names of this run. */
type Names = { issuer: string; user: SuiteUser }

/** Keeps the responses of a provider to a relying party. */
export type Recorder = {
  observations: Observation[]
  fetch: typeof fetch
  /** Keeps the parameters that a browser brings to the client, or the status of the page that it shows. */
  observeBrowser(endpoint: string, page: { url: URL; status: number }): void
}

/** Members whose values are different in each run, or texts for developers. */
const random = new Set([
  ...['access_token', 'at_hash', 'code', 'device_code', 'error_description', 'fid', 'jkt', 'jti', 'kid', 'n', 'nonce'],
  ...['refresh_token', 'request_uri', 'sid', 'state', 'user_code', 'x', 'y'],
])
const times = new Set(['auth_time', 'exp', 'iat', 'updated_at'])

/** Records the responses of the provider with that issuer. */
export function createRecorder(issuer: string, user: SuiteUser): Recorder {
  const names = { issuer, user }
  const observations: Observation[] = []
  let endpoints: Record<string, string> = {}
  const readParameters = (parameters: URLSearchParams) => flatten(Object.fromEntries(parameters), names)
  const readFragment = (hash: string) =>
    hash === '' ? {} : { 'in the fragment': true, ...readParameters(new URLSearchParams(hash.slice(1))) }
  const findEndpoint = (url: string) => endpoints[url.split('?')[0]!] ?? 'metadata'

  return {
    observations,
    async fetch(input, init) {
      const response = await fetch(input, init)
      const text = await response.clone().text()
      const url = String(input)
      if (url.includes('/.well-known/openid-configuration')) endpoints = readEndpoints(JSON.parse(text))
      const facts = { ...readHeaders(response.headers), ...readBody(text, names) }
      observations.push({ where: `${findEndpoint(url)} ${response.status}`, facts })
      return response
    },
    observeBrowser(endpoint, { url, status }) {
      const isCallback = status === 0
      const facts = isCallback ? { ...readParameters(url.searchParams), ...readFragment(url.hash) } : {}
      observations.push({ where: `${endpoint} ${isCallback ? 'callback' : `page ${status}`}`, facts })
    },
  }
}

/** The short names of endpoints, such as `token`, by their URL. */
const readEndpoints = (metadata: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(metadata).flatMap(([name, url]) =>
      /_endpoint$|jwks_uri/.test(name) ? [[String(url), name.replace(/_endpoint$|_uri$/, '')]] : [],
    ),
  )

/** Of the headers, those that a relying party goes by. */
function readHeaders(headers: Headers): Facts {
  const challenge = headers.get('www-authenticate')
  return {
    'header content-type': headers.get('content-type')?.split(';')[0] ?? 'none',
    'header no-store': headers.get('cache-control')?.includes('no-store') ?? false,
    ...(challenge !== null && { 'header challenge': `${challenge.split(' ')[0]} ${findError(challenge)}` }),
  }
}

const findError = (challenge: string) => /error="(\w+)"/.exec(challenge)?.[1] ?? 'without error'

const readBody = (text: string, names: Names): Facts => {
  if (text === '') return {}
  if (text.startsWith('{')) return flatten(JSON.parse(text) as object, names)
  return flatten({ body: text }, names)
}

/** The values in an object, in the objects in it, and in the JWTs in it, by their path. */
function flatten(value: object, names: Names, path = ''): Facts {
  const facts = Object.entries(value).map(([name, member]): Facts => {
    const at = path === '' ? name : `${path}.${name}`
    const read = typeof member === 'string' ? readJwt(member) : undefined
    if (read) return flatten(read, names, at)
    if (Array.isArray(member)) return flattenList(member, names, at)
    if (typeof member === 'object' && member !== null) return flatten(member, names, at)
    return { [at]: neutralize(name, member as Value, names) }
  })
  return Object.assign({}, ...facts)
}

/** A list of keys by their algorithm; of names, with one fact for each, so that every name is compared for itself. */
function flattenList(list: readonly unknown[], names: Names, path: string): Facts {
  const facts = list.map((one): Facts => {
    if (typeof one !== 'object') return { [`${path}[${neutralize('', one as Value, names)}]`]: true }
    return flatten(one as object, names, `${path}[${(one as { alg?: string }).alg}]`)
  })
  return Object.assign({}, ...facts)
}

function readJwt(text: string): object | undefined {
  try {
    return { header: decodeProtectedHeader(text), claims: decodeJwt(text) }
  } catch {
    return undefined
  }
}

function neutralize(name: string, value: Value, { issuer, user }: Names): Value {
  if (times.has(name)) return `<a ${typeof value}>`
  if (random.has(name)) return '<a string>'
  if (value === user.sub) return '<the user>'
  if (value === user.username) return '<the username>'
  if (typeof value !== 'string' || !value.startsWith(issuer)) return value
  return value === issuer ? '<the issuer>' : '<a URL of the issuer>'
}
