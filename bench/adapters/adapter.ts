import { randomUUID } from 'node:crypto'
import type { RawConnection, RawResponse } from '@thumbturn/service-harness/raw-http.ts'
import type { AssertionOptions, AssertionResult, CreationResult, SoftwareAuthenticator } from '@thumbturn/testkit'

/** The works that can be measured, with what one of them is: a whole sign-in, for example, not each of its calls. */
export const works = ['sign-ins', 'sign-ups', 'transactions', 'verifications', 'authorizations'] as const
export type Work = (typeof works)[number]

/** Where a contestant runs. */
export type Place = {
  /** The first port of those it may listen on; each of its processes takes the next one. */
  port: number
  /** An empty folder for its data, on the disk that is measured. It is deleted afterward. */
  folder: string
  /** Further environment variables; a program gets no others, apart from PATH. */
  env: Readonly<Record<string, string>>
}

/** A contestant that accepts connections. */
export type RunningContestant = {
  /** Calls are spread over these ports. */
  ports: readonly number[]
  /** The processes of the service; their processor time and memory are counted with that of their children. */
  pids: readonly number[]
  /** The process of a database server that it uses, counted apart in the same way. */
  databasePid?: number
  /** The credential that the calls of a backend need, such as an API key. */
  credential?: string
  /** Ends everything that was started, at once. */
  stop(): void
}

/** A registered user of the load: the username, the ID of the passkey (base64url), and the user's ID where calls need it. */
export type User = { username: string; credentialId: string; userId?: string }

/** Whether a sign-in starts with a username, or lets the user pick a passkey, as autofill and a plain button do. */
export type SignInMode = 'name' | 'passkey'

/**
 * The context of the calls: `device` holds the keys of all users, and signs for pages of `origin`; `credential` is what the
 * start made for them.
 */
export type Site = { device: SoftwareAuthenticator; origin: string; mode: SignInMode; credential?: string | undefined }

/** A sign-in or transaction that has begun: what the passkey signs, and what its end needs besides, such as a cookie. */
export type OpenCeremony = { options: AssertionOptions; state?: unknown }

/** The calls of a contestant. Each throws unless the response is the expected one. */
export type Calls = {
  /** Creates a user with a passkey, by the contestant's own API where it has one for that. */
  register(connection: RawConnection, username: string): Promise<User>
  /** Starts a sign-in, in as few calls as the contestant allows. */
  begin(connection: RawConnection, user: User): Promise<OpenCeremony>
  /**
   * Completes it, in one call that returns a token or a session; resolves with that, as `verify` takes it. It must fail for a
   * signature that is wrong.
   */
  finish(connection: RawConnection, begun: OpenCeremony, assertion: AssertionResult): Promise<string>
  /** For transactions: starts one that only this user can confirm, in one call. */
  beginTransaction?(connection: RawConnection, user: User): Promise<OpenCeremony>
  /** Completes it, in one call that returns a proof. It must fail for a signature that is wrong. */
  finishTransaction?(connection: RawConnection, begun: OpenCeremony, assertion: AssertionResult): Promise<void>
  /** For verifications: checks a token or session as a backend does, in at most one call. It must fail for a changed one. */
  verify?(connection: RawConnection, session: string): Promise<void>
  /**
   * For authorizations: lets a user sign in in a browser, and returns the headers that the browser sends from then on. `signIn` does
   * `begin` and `finish`.
   */
  openBrowser?(connection: RawConnection, user: User, signIn: () => Promise<string>): Promise<string>
  /** For authorizations: the authorization request of the browser of a signed-in user, with PKCE. Returns the code. */
  authorize?(connection: RawConnection, browser: string): Promise<string>
  /** Exchanges the code, and requests the claims with the access token: two calls. It must fail for a changed code. */
  redeem?(connection: RawConnection, code: string): Promise<void>
}

/** A contestant of the benchmark. README.md says how to add one, in any language. */
export type Adapter = {
  /** The modes of a sign-in that it has. */
  modes: readonly SignInMode[]
  /** The works of the contestant. Sign-ups are among it if `register` is a full one over HTTP. */
  works: readonly Work[]
  /** False for a provider whose users sign in with something else, so that it has no sign-ins. */
  hasPasskeys?: boolean
  /** How a commit reaches the disk before the response, as in: SQLite, WAL, synchronous=FULL. */
  commits: string
  /** The version, as the program or its package says. */
  version?(): string
  /** Why it can't run here, such as a program that no environment variable names; undefined if it can. */
  missing?(): string | undefined
  /** Starts it on an empty database, whose commits wait for the disk, as `commits` says. Resolves once it accepts connections. */
  start(place: Place): Promise<RunningContestant>
  calls(site: Site): Calls
}

/** A passkey created here, for contestants whose users are written directly into their tables. */
export function createLocalPasskey(device: SoftwareAuthenticator, username: string) {
  const userId = randomUUID()
  const { credentialId, publicKey } = device.create({
    rp: { id: 'localhost' },
    user: { id: userId, name: username, displayName: username },
    challenge: '',
    pubKeyCredParams: [{ alg: -7 }],
  })
  const cose = device.findCredential(credentialId)!.key.cose.toString('base64url')
  return { userId, credentialId, publicKey, cose }
}

/** The body of a response with status 200. Throws for any other, and without the `expected` property. */
export function requireSuccess({ status, body }: RawResponse, expected?: string): Record<string, unknown> {
  const response = status === 200 ? JSON.parse(body) : undefined
  if (response && (expected === undefined || response[expected])) return response
  throw new Error(`Unexpected response ${status}: ${body.slice(0, 200)}`)
}

/** The same as text that must be there, such as a token. */
export function requireText(response: RawResponse, property: string): string {
  const value = requireSuccess(response, property)[property]
  if (typeof value === 'string') return value
  throw new Error(`Unexpected ${property}: ${JSON.stringify(value)}`)
}

/** A client of the authorizations, which asks for the claims of `scope`: public, with PKCE (RFC 7636 §4). */
export const benchClient = {
  id: 'bench',
  redirectUri: 'https://client.example/callback',
  scope: 'openid profile email',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
}

/** The authorization request of the client, as a query. */
export const authorizationQuery = new URLSearchParams({
  client_id: benchClient.id,
  redirect_uri: benchClient.redirectUri,
  response_type: 'code',
  scope: benchClient.scope,
  state: 'b54f2cbd',
  nonce: '3f1d9a62',
  code_challenge: benchClient.challenge,
  code_challenge_method: 'S256',
}).toString()

/** The code in the redirect to a client. Throws if the response leads elsewhere, such as to a sign-in page. */
export function requireCode({ head, body }: RawResponse): string {
  const location = /\r\nlocation: *([^\r]+)/i.exec(head)?.[1]
  const code = location && new URL(location, 'http://localhost').searchParams.get('code')
  if (code) return code
  throw new Error(`Unexpected response: ${head.slice(0, 400)}${body.slice(0, 200)}`)
}

type Endpoints = { token: string; userinfo: string; client?: Partial<typeof benchClient> }

/** Exchanges a code of the client, and requests the claims (OpenID Connect Core §3.1.3, §5.3). */
export const createRedeem =
  ({ token, userinfo, client }: Endpoints): NonNullable<Calls['redeem']> =>
  async (connection, code) => {
    const { id, redirectUri, verifier } = { ...benchClient, ...client }
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: id,
      code_verifier: verifier,
    }
    const tokens = requireSuccess(await connection.send('POST', token, { form }), 'id_token')
    const headers = `authorization: Bearer ${tokens.access_token}\r\n`
    requireText(await connection.send('GET', userinfo, { headers }), 'sub')
  }

/** The cookies that a response sets, as a header of the next request. */
export const toCookieHeader = ({ head }: RawResponse) => {
  const cookies = [...head.matchAll(/\r\nset-cookie: *([^;\r]+)/gi)].map(([, cookie]) => cookie)
  return cookies.length === 0 ? '' : `cookie: ${cookies.join('; ')}\r\n`
}

/** The content of a POST request by a page: browsers add its origin. `cookies` is a header as above. */
export const toPageRequest = (origin: string, body: object, cookies = '') => ({
  body,
  headers: `${cookies}origin: ${origin}\r\n`,
})

/** An assertion as WebAuthn's `toJSON` writes it, which most servers expect. */
export const toAssertionJson = ({ credentialId: id, ...response }: AssertionResult) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})

/** The same for a registration. */
export const toRegistrationJson = ({ credentialId: id, ...response }: CreationResult) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})
