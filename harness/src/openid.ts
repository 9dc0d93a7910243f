import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { openBrowserSession } from '@thumbturn/service/core/flows/authorization/browser-session.ts'
import { createChallenge } from '@thumbturn/service/core/flows/authorization/device-binding.ts'
import { signInBrowser } from '@thumbturn/service/core/flows/authorization/sign-in-browser.ts'
import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import type { ProtectedResource } from '@thumbturn/service/core/model/authorization/protected-resource.ts'
import { ensureSigningKey } from '@thumbturn/service/core/use-cases/applications/signing-keys.ts'
import { openidClient, protectedResource } from './authorization-situations.ts'
import type { Answer, Caller, Service } from './service.ts'
import { origin } from './service.ts'
import { readBody, readCookie, signIn, signUpUser, type Tokens } from './situations.ts'

/** The issuer of the application `demo`. */
export const issuer = `${origin}/apps/demo`

export const clientSecret = 'the secret of a client, 100% of it: +/='

/** Adds a client of the application `demo` with `clientSecret`, which users need not consent to. */
export async function addOpenidClient({ core, application }: Service, changes: Partial<Client> = {}): Promise<Client> {
  const hash = createHash('sha256').update(clientSecret).digest('base64url')
  const client = openidClient(`client-${randomBytes(6).toString('hex')}`, {
    appId: 'demo',
    consent: 'skip',
    secrets: [{ id: 'first', hash, hint: 'abcd', createdAt: 0 }],
    ...changes,
  })
  const conflict = await core.store.commit([{ addClient: client }])
  if (conflict) throw new Error(conflict)
  await ensureSigningKey(core, application, { alg: client.idTokenAlg, by: 'test' })
  return client
}

/** A public client. */
export const addPublicClient = (service: Service, changes: Partial<Client> = {}) =>
  addOpenidClient(service, { type: 'singlePage', authMethod: 'none', secrets: [], ...changes })

/** Adds a protected resource to the application `demo`. */
export async function addProtectedResource(
  { core }: Service,
  uri: string,
  changes: Partial<ProtectedResource> = {},
): Promise<ProtectedResource> {
  const resource = protectedResource(uri, { appId: 'demo', ...changes })
  const conflict = await core.store.commit([{ addResource: resource }])
  if (conflict) throw new Error(conflict)
  return resource
}

/** A browser, with the cookie that the service last set. */
export type Browser = { cookie: string }

/** The cookies of a browser, as the service reads them. */
export const readCookies = ({ cookie }: Browser) => ({
  session: cookie.slice(cookie.indexOf('=') + 1),
  binding: undefined,
})

const toCookieHeader = (sealed: string) => `thumbturn-demo-4300=${sealed}`

/** Signs a user in at a hosted page, with the access token of a passkey sign-in, and a request if there is one. */
export async function signInToBrowser(
  { core, application }: Service,
  { token, request, browser }: { token: string; request?: string; browser?: Browser },
) {
  const cookies = browser && readCookies(browser)
  const signedIn = await signInBrowser(core, application, { token, request, cookies, userAgent: 'Test' })
  return { ...signedIn, browser: { cookie: toCookieHeader(signedIn.cookie) } }
}

/** A new user who is signed in in a browser. */
export async function signUpInBrowser(service: Service) {
  const user = await signUpUser(service)
  const { browser } = await signInToBrowser(service, { token: user.jwtAccess })
  return { ...user, browser }
}

/** A call of a hosted page, in a browser if there is one. */
export const callAsPage = ({ ask }: Caller, [path, body]: readonly [path: string, body: object], browser?: Browser) =>
  ask('POST', `//apps/demo/openid/pages${path}`, {
    body,
    headers: { origin, 'sec-fetch-site': 'same-origin', ...(browser && { cookie: browser.cookie }) },
  })

/** Deletes something of the user of a browser at a hosted page. */
export const deleteAsPage = ({ ask }: Caller, path: string, { cookie }: Browser): Promise<Answer> =>
  ask('DELETE', `//apps/demo/openid/pages${path}`, { headers: { origin, 'sec-fetch-site': 'same-origin', cookie } })

/** Signs the user of a browser out at a hosted page. */
export const signOutOfBrowser = (service: Caller, browser: Browser): Promise<Answer> =>
  deleteAsPage(service, '/session', browser)

/** The challenge by which a browser binds its session to a device. The service offers it over TLS only. */
export async function createBindingChallenge({ core, application }: Service, browser: Browser): Promise<string> {
  const opened = await openBrowserSession(core, application, readCookies(browser))
  assert.ok(opened)
  return createChallenge(core, application, { session: opened.session, use: 'registration' })
}

/** The same as `signUpInBrowser`, by calls only, so that it is the clock of the service that counts. */
export async function signUpByCalls(service: Service) {
  const user = await signUpUser(service)
  const cookie = readCookie(await callAsPage(service, ['/session', { token: user.jwtAccess }]))
  return { ...user, browser: { cookie } }
}

/** The access token of another sign-in of a user. */
export const signInAgain = async (service: Service, user: Parameters<typeof signIn>[1]): Promise<string> =>
  readBody<Tokens>(await signIn(service, user)).jwtAccess

/** A PKCE pair (RFC 7636 §4). */
export const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** The parameters of a valid authorization request of a client. */
export const requestOf = ({ id, redirectUris }: Client): Record<string, string> => ({
  client_id: id,
  redirect_uri: redirectUris[0]!,
  response_type: 'code',
  scope: 'openid',
  state: 'a state',
  code_challenge: codeChallenge,
  code_challenge_method: 'S256',
})

/** Opens an address of the issuer, such as that of an authorization request, in a browser. */
export const open = ({ ask }: Caller, address: string, browser?: Browser) =>
  ask('GET', `/${address.replace(origin, '')}`, { headers: { ...(browser && { cookie: browser.cookie }) } })

/** Sends an authorization request. */
export const authorize = (
  service: Caller,
  parameters: Record<string, string> | [string, string][],
  browser?: Browser,
) => open(service, `${issuer}/openid/authorize?${new URLSearchParams(parameters)}`, browser)

/** The URL that a response leads to. */
export function readLocation({ status, headers, text }: Answer): URL {
  if (status !== 303) throw new Error(`${status}: ${text}`)
  return new URL(String(headers.location))
}

/** The parameters of the URL that a response leads to. */
export const readRedirect = (answer: Answer): Record<string, string> =>
  Object.fromEntries(readLocation(answer).searchParams)

/** The page that a response leads to, such as `sign-in`, and the sealed request in its address. */
export function readPage(answer: Answer): { page: string; request: string } {
  const { pathname, searchParams } = readLocation(answer)
  return { page: pathname.split('/').at(-2)!, request: searchParams.get('request')! }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** The Authorization header of a client (RFC 6749 §2.3.1). */
export const basicOf = ({ id }: Pick<Client, 'id'>, secret = clientSecret): string => {
  const encoded = [id, secret].map((text) => new URLSearchParams({ text }).toString().slice('text='.length))
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
}

type Sending = { client?: Client; headers?: Record<string, string> }

/** Sends a form to an endpoint of the issuer, such as `token`, as a client that authenticates if it has a secret. */
export const send = (
  { ask }: Caller,
  endpoint: string,
  { fields, client, headers }: Sending & { fields: Record<string, string> | [string, string][] },
) => {
  const body = new URLSearchParams(fields)
  if (client?.authMethod === 'none') body.set('client_id', client.id)
  const authorization: Record<string, string> = client?.secrets.length ? { authorization: basicOf(client) } : {}
  return ask('POST', `//apps/demo/openid/${endpoint}`, {
    body: body.toString(),
    headers: { ...form, ...authorization, ...headers },
  })
}

/** The fields that exchange the code of `requestOf`. */
export const exchangeOf = ({ redirectUris }: Client, code: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirectUris[0]!,
  code_verifier: codeVerifier,
})

/** A code for a client, from a browser in which a user is signed in. */
export async function requestCode(
  service: Caller,
  { client, browser }: { client: Client; browser: Browser },
  change: Record<string, string> = {},
) {
  const { code, ...others } = readRedirect(await authorize(service, { ...requestOf(client), ...change }, browser))
  if (code === undefined) throw new Error(JSON.stringify(others))
  return code
}

/** Allows what a client asks for, as the user of a browser. */
export async function allowClient(
  service: Caller,
  { client, browser }: { client: Client; browser: Browser },
  change: Record<string, string> = {},
) {
  const { request } = readPage(await authorize(service, { ...requestOf(client), ...change }, browser))
  readBody(await callAsPage(service, ['/consent', { request, decision: 'allow' }], browser))
}

/** The response of the token endpoint. */
export type OpenidTokens = {
  access_token: string
  token_type: string
  expires_in: number
  scope: string
  refresh_token: string
  id_token: string
}

/** The tokens that a client gets for a code. */
export const exchangeCode = async (service: Caller, client: Client, code: string): Promise<OpenidTokens> =>
  readBody<OpenidTokens>(await send(service, 'token', { client, fields: exchangeOf(client, code) }))

/** Tokens of a new user for a client, with what `change` asks for. */
export async function signInToClient(service: Service, client: Client, change: Record<string, string> = {}) {
  const user = await signUpInBrowser(service)
  const code = await requestCode(service, { client, browser: user.browser }, change)
  return { ...user, code, tokens: await exchangeCode(service, client, code) }
}
