import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { type Configuration, Provider } from 'oidc-provider'

/** A user of the provider: the claims besides `sub`. */
export type Account = Readonly<Record<string, unknown>>

/** The changes of the tests to the responses of the provider. */
export type Tampering = {
  /** Replaces claims of ID tokens; `undefined` removes one. */
  claims?: Readonly<Record<string, unknown>>
  /** The same of UserInfo. */
  userInfo?: Readonly<Record<string, unknown>>
  /** The same of the discovery document. */
  discovery?: Readonly<Record<string, unknown>>
  /** Signs with a key that the provider doesn't publish. */
  foreignKey?: boolean
  /** Closes every connection. */
  down?: boolean
  /** Responds to everything with this status. */
  status?: number
  /** Responds with a status, or closes the connection, at one path: /jwks, /token, or /me (UserInfo). */
  at?: Readonly<Record<string, number | 'down'>>
  /** Responds with a page of HTML at these paths. */
  pagesAt?: readonly string[]
}

/** A real OpenID provider on loopback, which signs every visitor in as `subject`, without a page. */
export type IdentityProvider = {
  issuer: string
  accounts: Map<string, Account>
  /** The user who signs in next. */
  subject: string
  tampering: Tampering
  /** The paths of the requests of the service, in order. */
  requests: string[]
  /** Signs with a new key from now on, and publishes only that one. */
  rotateKey(): Promise<void>
  /** Signs a token of any kind. */
  sign(claims: JWTPayload): Promise<string>
  close(): Promise<void>
}

const discoveryPath = '/.well-known/openid-configuration'

export const testClient = { clientId: 'thumbturn', clientSecret: 'a secret of the provider & more' } as const

type Start = { redirectUris: string[]; logoutUri?: string }
type Key = { id: string; privateKey: CryptoKey; published: JWK }

async function createKey(id: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { id, privateKey, published: { ...(await exportJWK(publicKey)), kid: id, alg: 'RS256', use: 'sig' } }
}

/** Starts `oidc-provider` behind a server that can change its responses. */
export async function startIdentityProvider({ redirectUris, logoutUri }: Start): Promise<IdentityProvider> {
  let [keys, key, foreign] = [1, await createKey('key 1'), await createKey('foreign')]
  let provider: Provider
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const running: IdentityProvider = {
    issuer,
    accounts: new Map(),
    subject: 'ada',
    tampering: {},
    requests: [],
    async rotateKey() {
      keys += 1
      key = await createKey(`key ${keys}`)
    },
    sign: (claims) => sign(claims),
    close: () => stop(server),
  }
  provider = new Provider(
    issuer,
    createConfiguration(running, { redirectUris, logoutUri, key: await exportJWK(key.privateKey) }),
  )

  const sign = (claims: JWTPayload) => {
    const { id, privateKey } = running.tampering.foreignKey ? { ...foreign, id: key.id } : key
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: id }).sign(privateKey)
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { down, status, at, pagesAt, userInfo, discovery } = running.tampering
    const { pathname } = new URL(request.url!, issuer)
    running.requests.push(pathname)
    const outcome = at?.[pathname]
    if (down || outcome === 'down') return request.socket.destroy()
    if (outcome !== undefined || status !== undefined) return response.writeHead(outcome ?? status!).end()
    if (pagesAt?.includes(pathname)) return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Soon')
    if (pathname === '/jwks') return sendJson(response, { keys: [key.published] })
    if (pathname.startsWith('/interaction/')) return finishInteraction(provider, running, { request, response })
    if (pathname === '/token') changeBody(response, (body) => changeToken(body))
    if (pathname === '/me') changeBody(response, async (body) => ({ ...body, ...userInfo }))
    if (pathname === discoveryPath) changeBody(response, async (body) => ({ ...body, ...discovery }))
    return provider.callback()(request, response)
  }

  async function changeToken(body: Record<string, unknown>) {
    if (typeof body.id_token !== 'string') return body
    const claims = { ...decodeJwt(body.id_token), ...running.tampering.claims }
    return { ...body, id_token: await sign(JSON.parse(JSON.stringify(claims)) as JWTPayload) }
  }

  return running
}

function createConfiguration(
  { accounts }: IdentityProvider,
  { redirectUris, logoutUri, key }: Start & { key: JWK },
): Configuration {
  return {
    jwks: { keys: [{ ...key, kid: 'key 1', alg: 'RS256', use: 'sig' }] as never },
    clients: [
      {
        client_id: testClient.clientId,
        client_secret: testClient.clientSecret,
        redirect_uris: redirectUris,
        ...(logoutUri !== undefined && {
          backchannel_logout_uri: logoutUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    claims: {
      openid: ['sub', 'sid', 'auth_time'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'upn', 'oid', 'team', 'https://claims.example/groups', 'realm_access'],
      groups: ['groups'],
    },
    conformIdTokenClaims: false,
    // Its own rejects loopback addresses.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    pkce: { required: () => true },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse }

/** Signs in, or consents, as a user would on the pages of the provider. */
async function finishInteraction(provider: Provider, { subject }: IdentityProvider, { request, response }: Exchange) {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    const result = { login: { accountId: subject, remember: true } }
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
  const grant = new provider.Grant({ accountId: session!.accountId, clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  const result = { consent: { grantId: await grant.save() } }
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
}

function sendJson(response: ServerResponse, body: unknown) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Lets a JSON body pass only after it was changed. */
function changeBody(
  response: ServerResponse,
  change: (body: Record<string, unknown>) => Promise<Record<string, unknown>>,
) {
  const end = response.end.bind(response)
  response.end = ((text: string | Buffer) => {
    void change(JSON.parse(String(text)) as Record<string, unknown>).then((changed) => {
      const body = Buffer.from(JSON.stringify(changed))
      response.setHeader('content-length', body.length)
      end(body)
    })
    return response
  }) as ServerResponse['end']
}

const stop = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
