import { ThumbturnError } from './errors.ts'

/** Which application of which service, and with what rights. */
export interface ThumbturnOptions {
  /** Address of the service (`http://localhost:4300`) or of the application (`http://localhost:4300/apps/shop`, `https://shop.example.com`). */
  baseUrl: string
  /** Application id; may be left out where baseUrl ends with `/apps/<id>`. */
  appId?: string | undefined
  /** API key of the application. Verifying tokens by public keys needs none. */
  apiKey?: string | undefined
  /** Key of the installation, for reading events only. */
  adminKey?: string | undefined
  /** What tokens must say as `iss`, where that is another address than baseUrl: behind a proxy, for instance. */
  issuer?: string | undefined
  /** Milliseconds until a call is given up; 5,000 unless given. */
  timeout?: number | undefined
  /** Seconds by which this machine's clock may differ from the service's; 5 unless given, at most 300. */
  clockTolerance?: number | undefined
  /** What makes the calls, instead of the global fetch. */
  fetch?: typeof globalThis.fetch | undefined
  /** Milliseconds since 1970, instead of the machine's clock. */
  now?: (() => number) | undefined
}

/** The same, judged and completed. */
export interface Client {
  /** Address of the application. */
  readonly application: string
  /** Address of the service. */
  readonly installation: string
  readonly appId: string
  readonly issuers: readonly string[]
  readonly apiKey: string | undefined
  readonly adminKey: string | undefined
  /** Milliseconds. */
  readonly timeout: number
  /** Seconds. */
  readonly clockTolerance: number
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
}

const invalid = (message: string) => new ThumbturnError('invalid_options', message)

/** @throws ThumbturnError invalid_options */
export function toClient(options: ThumbturnOptions): Client {
  const { timeout = 5_000, clockTolerance = 5 } = options
  const { installation, named } = parseBaseUrl(options.baseUrl)
  const appId = options.appId ?? named
  if (!appId) throw invalid('Pass appId, or a baseUrl that ends with /apps/<id>')
  if (named !== undefined && named !== appId)
    throw invalid(`baseUrl names the application ${named}, appId ${appId}: pass one of them`)
  if (!(timeout > 0)) throw invalid('timeout is a number of milliseconds above 0')
  if (!(clockTolerance >= 0 && clockTolerance <= 300)) throw invalid('clockTolerance is 0 to 300 seconds')
  const application = `${installation}/apps/${encodeURIComponent(appId)}`
  return {
    application,
    installation,
    appId,
    issuers: options.issuer ? [options.issuer.replace(/\/+$/, '')] : listIssuers(installation, appId),
    apiKey: parseKey('apiKey', options.apiKey),
    adminKey: parseKey('adminKey', options.adminKey),
    timeout,
    clockTolerance,
    fetch: options.fetch ?? globalThis.fetch,
    now: options.now ?? Date.now,
  }
}

function parseBaseUrl(baseUrl: string): { installation: string; named: string | undefined } {
  const url = URL.parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw invalid(`baseUrl must be like http://localhost:4300, not "${baseUrl}"`)
  const address = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  const [, before, id] = /^(.*)\/apps\/([^/]+)$/.exec(address) ?? []
  if (before === undefined || id === undefined) return { installation: address, named: undefined }
  return { installation: before, named: id }
}

/** The application's address below the service, or a host of its own: `iss` is the one that it is configured with. */
function listIssuers(installation: string, appId: string): string[] {
  const { protocol, host } = new URL(installation)
  const parent = host.startsWith(`${appId}.`) ? [`${protocol}//${host.slice(appId.length + 1)}/apps/${appId}`] : []
  return [`${installation}/apps/${appId}`, installation, ...parent]
}

/** A key read from a file often ends with a line break. */
function parseKey(option: string, key: string | undefined): string | undefined {
  const text = key?.trim()
  if (text && !/^[!-~]+$/.test(text)) throw invalid(`${option} has characters that no key has`)
  return text || undefined
}
