/** A request of any server, and the response that gets its cookies and headers. */
export interface Exchange {
  readonly method: string
  /** A header of the request, by its name in lower case. */
  header(name: string): string | undefined
  /** Adds Set-Cookie headers to the response, unless its headers were sent. */
  setCookies(headers: readonly string[]): void
  /** Sets another header of the response, unless its headers were sent. */
  setHeader(name: string, value: string): void
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * Whether a page of another origin sent a request that can change something (the checks of Go's CrossOriginProtection).
 * Browsers have sent Sec-Fetch-Site since 2023; earlier ones send Origin. Without both headers, no browser that keeps
 * SameSite sent it.
 */
export function isCrossOrigin(exchange: Exchange, trustedOrigins: readonly string[]): boolean {
  if (isSafe(exchange)) return false
  const [site, origin] = [exchange.header('sec-fetch-site'), exchange.header('origin')]
  if (origin !== undefined && trustedOrigins.includes(origin)) return false
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return origin !== undefined && readHost(origin) !== exchange.header('host')?.toLowerCase()
}

/** A WebSocket starts with GET and can do everything, and browsers let every page open one. */
const isSafe = ({ method, header }: Exchange) => safeMethods.includes(method) && header('upgrade') === undefined

const readHost = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

const loopback = /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Whether a browser on this machine talks to this server without TLS, as in development. */
export const isLocal = ({ header }: Exchange): boolean =>
  loopback.test(header('host') ?? '') && header('x-forwarded-proto') !== 'https'
