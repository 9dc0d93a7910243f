import { isTokenRejected, ThumbturnError } from '../errors.ts'
import { type Client, type ThumbturnOptions, toClient } from '../options.ts'
import { createMemoryEndedSessions, type EndedSessions, explainFailures } from './ended.ts'

/** The service, the application, and how long sessions last. */
export interface SessionOptions extends ThumbturnOptions {
  /**
   * A random text of at least 32 characters that seals the cookie. While you replace it, pass several: the first one
   * seals, and all of them open.
   */
  secret: string | readonly string[] | undefined
  /** Seconds after which a session ends however often it is used; 7 days by default. */
  absoluteSeconds?: number | undefined
  /** Seconds without a request after which a session ends; 1 day by default. */
  idleSeconds?: number | undefined
  /**
   * How soon a session ends after its user was signed out everywhere, or lost the passkey: the service is asked once a
   * minute (the default), for each request (`always`), or not at all (`never`). Requires an API key with `user:read`.
   */
  check?: 'minute' | 'always' | 'never' | undefined
  /** Name of the cookie, which gets the prefix `__Host-`; `session` by default. */
  cookie?: string | undefined
  /**
   * Whether the cookie requires TLS. By default it does, except at `http://localhost` unless `NODE_ENV` is
   * `production`.
   */
  secure?: boolean | undefined
  /** Other origins whose pages can change something with the session, such as `https://admin.example.com`. */
  trustedOrigins?: readonly string[] | undefined
  /** Sign-ins with OpenID Connect: the client, for which logout tokens are. */
  clientId?: string | undefined
  /**
   * The path where you mount `bindDevice`, such as `/session/device`: browsers that can do so bind a session to their device
   * (DBSC), so that copies of its cookies are worthless after ten minutes. By default, sessions aren't bound.
   */
  devicePath?: string | undefined
  /** Shared by several instances; in the memory of this one by default. */
  ended?: EndedSessions | undefined
  /** Receives each error, for your log; by default, `console.error` gets those that aren't about a user's token. */
  onError?: ((error: ThumbturnError) => void) | undefined
}

/** The validated options. */
export interface SessionSettings {
  readonly client: Client
  readonly secrets: readonly string[]
  readonly absoluteSeconds: number
  readonly idleSeconds: number
  readonly check: NonNullable<SessionOptions['check']>
  readonly cookie: string
  readonly secure: boolean | undefined
  readonly trustedOrigins: readonly string[]
  readonly clientId: string | undefined
  readonly devicePath: string | undefined
  readonly ended: EndedSessions
  readonly onError: (error: ThumbturnError) => void
}

const createOptionsError = (message: string) => new ThumbturnError('invalid_options', message)

/** @throws ThumbturnError invalid_options */
export function toSettings(options: SessionOptions): SessionSettings {
  const client = toClient(options)
  const { cookie = 'session', trustedOrigins = [], onError = logFailure } = options
  if (!/^[\w-]{1,64}$/.test(cookie)) throw createOptionsError('cookie must be 1 to 64 letters, digits, "-", or "_"')
  return {
    client,
    secrets: parseSecrets(options.secret),
    ...parseLifetimes(options),
    check: parseCheck(options, client),
    cookie,
    secure: options.secure,
    trustedOrigins: trustedOrigins.map(parseOrigin),
    clientId: options.clientId,
    devicePath: parseDevicePath(options.devicePath),
    ended: explainFailures(options.ended ?? createMemoryEndedSessions(client.now)),
    onError: onceEach(onError),
  }
}

function logFailure(error: ThumbturnError): void {
  const { message } = error
  if (!isTokenRejected(error)) console.error(`thumbturn: ${message}`)
}

/** Requests during an outage share one error. */
function onceEach(onError: (error: ThumbturnError) => void): (error: ThumbturnError) => void {
  let last: ThumbturnError | undefined
  return (error) => {
    if (error !== last) onError(error)
    last = error
  }
}

const shortestSecret = 32
const mostSecrets = 5

function parseSecrets(given: SessionOptions['secret']): string[] {
  const secrets = [given ?? []].flat().map((secret) => String(secret).trim())
  const isLong = secrets.every((secret) => secret.length >= shortestSecret)
  if (isLong && secrets.length > 0 && secrets.length <= mostSecrets) return secrets
  const problem = secrets.length > mostSecrets ? `has more than ${mostSecrets} texts` : 'is missing or too short'
  throw createOptionsError(
    `secret ${problem}: keep the output of \`openssl rand -base64 32\` in a variable such as SESSION_SECRET, and pass it`,
  )
}

/** Browsers keep no cookie for longer than 400 days. */
const longestSeconds = 400 * 86_400

function parseLifetimes({ absoluteSeconds = 7 * 86_400, idleSeconds }: SessionOptions) {
  const idle = idleSeconds ?? Math.min(86_400, absoluteSeconds)
  if (!(Number.isInteger(absoluteSeconds) && absoluteSeconds >= 60 && absoluteSeconds <= longestSeconds))
    throw createOptionsError(`absoluteSeconds must be a whole number from 60 to ${longestSeconds}`)
  if (!(Number.isInteger(idle) && idle >= 60 && idle <= absoluteSeconds))
    throw createOptionsError('idleSeconds must be a whole number from 60 to absoluteSeconds')
  return { absoluteSeconds, idleSeconds: idle }
}

function parseCheck({ check, clientId }: SessionOptions, { apiKey }: Client): SessionSettings['check'] {
  if (apiKey !== undefined || check === 'never') return check ?? 'minute'
  if (clientId !== undefined && check === undefined) return 'never'
  throw createOptionsError(
    "apiKey is missing, without which a session doesn't end when its user is signed out everywhere: pass a key with user:read, or check: 'never'",
  )
}

function parseOrigin(origin: string): string {
  if (URL.canParse(origin) && new URL(origin).origin === origin) return origin
  throw createOptionsError(`trustedOrigins must be like https://admin.example.com, not "${origin}"`)
}

/** It is in a header between quotation marks. */
function parseDevicePath(path: string | undefined): string | undefined {
  if (path === undefined || /^\/(?!\/)[\w\-./~%]*$/.test(path)) return path
  throw createOptionsError(`devicePath must be a path like /session/device, not "${path}"`)
}
