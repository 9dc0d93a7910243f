import { ThumbturnError } from './errors.ts'

/** The service, the application, and its keys. */
export interface ThumbturnOptions {
  /**
   * Address of the service (`http://localhost:4300`) or of the application (`http://localhost:4300/apps/shop`,
   * `https://shop.example.com`).
   */
  baseUrl: string
  /** Application ID; optional if baseUrl ends with `/apps/<id>`. */
  appId?: string | undefined
  /** API key of the application. Not needed to verify tokens by public keys. */
  apiKey?: string | undefined
  /** Key of the installation, to read events. */
  adminKey?: string | undefined
  /** The `iss` of your tokens, if it differs from baseUrl, for example behind a proxy. */
  issuer?: string | undefined
  /** Timeout of a call in milliseconds; 5,000 by default. */
  timeout?: number | undefined
  /** Seconds by which this machine's clock may differ from the service's; 5 by default, at most 300. */
  clockTolerance?: number | undefined
  /** Replaces the global fetch. */
  fetch?: typeof globalThis.fetch | undefined
  /** Milliseconds since 1970; replaces the machine's clock. */
  now?: (() => number) | undefined
}

/** The validated options. */
export interface Client {
  /** URL of the application. */
  readonly application: string
  /** URL of the service. */
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

export const createOptionsError = (message: string) => new ThumbturnError('invalid_options', message)

/** @throws ThumbturnError invalid_options */
export function toClient(options: ThumbturnOptions): Client {
  const { installation, appIdInPath } = parseBaseUrl(options.baseUrl)
  const appId = options.appId ?? appIdInPath
  if (!appId) throw createOptionsError('appId is missing: pass it, or a baseUrl that ends with /apps/<id>')
  if (appIdInPath !== undefined && appIdInPath !== appId)
    throw createOptionsError(`baseUrl names the application ${appIdInPath}, appId ${appId}: pass one of them`)
  const application = `${installation}/apps/${encodeURIComponent(appId)}`
  return {
    application,
    installation,
    appId,
    issuers: options.issuer ? [options.issuer.replace(/\/+$/, '')] : listIssuers(installation, appId),
    apiKey: parseKey('apiKey', options.apiKey),
    adminKey: parseKey('adminKey', options.adminKey),
    ...toCallOptions(options),
  }
}

/** The options of calls, with defaults. @throws ThumbturnError invalid_options */
export function toCallOptions(
  options: Pick<ThumbturnOptions, 'timeout' | 'clockTolerance' | 'fetch' | 'now'>,
): Pick<Client, 'timeout' | 'clockTolerance' | 'fetch' | 'now'> {
  const { timeout = 5_000, clockTolerance = 5 } = options
  if (!(timeout > 0)) throw createOptionsError('timeout must be more than 0 milliseconds')
  if (!(clockTolerance >= 0 && clockTolerance <= 300))
    throw createOptionsError('clockTolerance must be 0 to 300 seconds')
  return { timeout, clockTolerance, fetch: options.fetch ?? globalThis.fetch, now: options.now ?? Date.now }
}

function parseBaseUrl(baseUrl: string | undefined): { installation: string; appIdInPath: string | undefined } {
  if (baseUrl === undefined)
    throw createOptionsError(
      'baseUrl is missing: pass the address of your application, such as http://localhost:4300/apps/demo',
    )
  // URL.parse is newer than Node 20.0.
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw createOptionsError(`baseUrl must be like http://localhost:4300, not "${baseUrl}"`)
  const address = `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  const [, before, id] = /^(.*)\/apps\/([^/]+)$/.exec(address) ?? []
  if (before === undefined || id === undefined) return { installation: address, appIdInPath: undefined }
  return { installation: before, appIdInPath: id }
}

/** Possible `iss` values: the application's path on the service, or its own host, as configured in the service. */
function listIssuers(installation: string, appId: string): string[] {
  const { protocol, host } = new URL(installation)
  const parent = host.startsWith(`${appId}.`) ? [`${protocol}//${host.slice(appId.length + 1)}/apps/${appId}`] : []
  return [`${installation}/apps/${appId}`, installation, ...parent]
}

/** Keys read from files often end with a line break. */
function parseKey(option: string, key: string | undefined): string | undefined {
  const text = key?.trim()
  if (text && !/^[!-~]+$/.test(text)) throw createOptionsError(`${option} contains characters that no key has`)
  return text || undefined
}
