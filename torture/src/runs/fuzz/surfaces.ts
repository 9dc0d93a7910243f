import { createHash } from 'node:crypto'
import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import { changeApplication } from '@thumbturn/service/core/use-cases/applications/change.ts'
import { createDeviceKey, proveNew } from '@thumbturn/service-harness/device-proofs.ts'
import {
  addOpenidClient,
  addPublicClient,
  authorize,
  type Browser,
  basicOf,
  clientSecret,
  codeVerifier,
  exchangeCode,
  exchangeOf,
  type OpenidTokens,
  readPage,
  requestCode,
  requestOf,
  signInAgain,
  signUpByCalls,
} from '@thumbturn/service-harness/openid.ts'
import { addDeviceClient, startDevice } from '@thumbturn/service-harness/openid-devices.ts'
import { origin, type Service } from '@thumbturn/service-harness/service.ts'
import { addSite, createHost, openSite, signInToSite, untilSiteIsKnown } from '@thumbturn/service-harness/sites.ts'
import { apiKey, readCookie } from '@thumbturn/service-harness/situations.ts'
import type { Installation } from '../../common/installation.ts'
import { createRemote } from '../../common/remote.ts'
import type { Ceremony, SurfaceCredentials } from './requests.ts'

/** Everything that the OpenID Provider, its pages, and protected sites take, for a user who has just signed in. */
export type Surfaces = {
  prepare(): Promise<{ credentials: SurfaceCredentials; ceremonies: readonly Ceremony[] }>
  close(): Promise<void>
}

const root = '/apps/demo'
const formatHeaders = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const toPageHeaders = ({ cookie }: Browser) => formatHeaders({ origin, 'sec-fetch-site': 'same-origin', cookie })

type World = {
  node: Service
  user: Awaited<ReturnType<typeof signUpByCalls>>
  client: Client
  registrationKey: string
  site: { host: string }
  siteCookie: string
}

/** Registers a client and a site. A round has a user of its own, as random requests sign users out. */
export async function openSurfaces(installation: Installation): Promise<Surfaces> {
  const pilot = await installation.openPilot()
  const node = createRemote(installation.nodes[0]!, pilot, installation)
  const settings = { dynamicClientRegistration: 'token' } as const
  await changeApplication(pilot.core, pilot.application, { settings })
  const [client, site] = [await addOpenidClient(node), await addSite(node, { host: createHost() })]
  const { text: registrationKey } = await apiKey(node, ['client:register'])
  await untilSiteIsKnown(node, site)
  return {
    async prepare() {
      const user = await signUpByCalls(node)
      const { cookie: siteCookie } = await signInToSite(node, site, user)
      const world = { node, user, client, registrationKey, site, siteCookie }
      const { access_token } = await exchange(world)
      const recorded = [recordTokens(world), recordPages(world), recordSites(world)]
      return {
        credentials: {
          page: toPageHeaders(user.browser),
          proxy: formatHeaders(toForwarded(world)),
          clientTokens: [basicOf(client), `Bearer ${access_token}`],
        },
        ceremonies: (await Promise.all(recorded)).flat(),
      }
    },
    close: () => pilot.close(),
  }
}

const scope = { scope: 'openid offline_access' }

const exchange = async ({ node, client, user: { browser } }: World): Promise<OpenidTokens> =>
  exchangeCode(node, client, await requestCode(node, { client, browser }, scope))

const toForwarded = ({ site, siteCookie: cookie }: Pick<World, 'site' | 'siteCookie'>) => ({
  'x-forwarded-host': site.host,
  'x-forwarded-method': 'GET',
  'x-forwarded-uri': '/docs/a%2fb;c?d=e',
  'sec-fetch-mode': 'navigate',
  cookie,
})

const form = (endpoint: string, body: object, headers = ''): Ceremony => ({
  operation: `openid.${endpoint}`,
  path: `${root}/openid/${endpoint}`,
  as: 'form',
  body,
  headers,
})

/** Calls of clients that are valid as they are. */
async function recordTokens(world: World): Promise<Ceremony[]> {
  const { node, client, user, registrationKey } = world
  const { browser } = user
  const headers = formatHeaders({ authorization: basicOf(client) })
  const tokens = await exchange(world)
  const device = await addDeviceClient(node)
  const { device_code } = await startDevice(node, device)
  const code = await requestCode(node, { client, browser })
  const inForm = { client_id: client.id, client_secret: clientSecret }
  const registration = {
    client_name: 'Example',
    redirect_uris: ['https://client.example/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    jwks: { keys: [createDeviceKey().publicKey.export({ format: 'jwk' })] },
    token_endpoint_auth_method: 'private_key_jwt',
  }
  return [
    {
      operation: 'openid.authorize',
      path: `${root}/openid/authorize`,
      as: 'query',
      body: requestOf(client),
      headers: toPageHeaders(browser),
    },
    form('par', { ...requestOf(client), client_id: client.id }, headers),
    form('token', exchangeOf(client, code), headers),
    form('token', { ...exchangeOf(client, code), ...inForm, code_verifier: codeVerifier }),
    form('token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, headers),
    form('token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code, client_id: device.id }),
    form('device-authorization', { client_id: device.id, ...scope }),
    form('introspect', { token: tokens.access_token }, headers),
    form('revoke', { token: tokens.access_token, token_type_hint: 'access_token' }, headers),
    form('userinfo', { access_token: tokens.access_token }),
    form('end-session', { id_token_hint: tokens.id_token, state: 'a state' }),
    {
      operation: 'openid.register',
      path: `${root}/openid/register`,
      body: registration,
      headers: formatHeaders({ authorization: `Bearer ${registrationKey}` }),
    },
  ]
}

/** Calls of hosted pages. */
async function recordPages({ node, user, client }: World): Promise<Ceremony[]> {
  const { browser } = user
  const asking = await addPublicClient(node, { consent: 'ask' })
  const { request } = readPage(await authorize(node, requestOf(asking), browser))
  const device = await addDeviceClient(node)
  const { user_code: userCode } = await startDevice(node, device)
  const token = await signInAgain(node, user)
  const page = (path: string, body: object): Ceremony => ({
    operation: `pages${path}`,
    path: `${root}/openid/pages${path}`,
    body,
    headers: toPageHeaders(browser),
  })
  const proof = proveNew(createDeviceKey(), createHash('sha256').update(client.id).digest('base64url'))
  return [
    page('/consent', { request, decision: 'allow' }),
    page('/continue', { request }),
    page('/session', { token, request }),
    page('/device', { userCode, decision: 'deny' }),
    page('/account/profile', { givenName: 'Ada' }),
    {
      operation: 'pages/device-binding',
      path: `${root}/openid/pages/device-binding`,
      as: 'headers',
      body: { 'secure-session-response': proof, 'sec-secure-session-id': 'a.b', cookie: browser.cookie },
    },
  ]
}

/** Requests about a site, as its proxy sends them. */
async function recordSites(world: World): Promise<Ceremony[]> {
  const { node, site, user } = world
  const check = { ...toForwarded(world), 'x-forwarded-for': '192.0.2.1', accept: 'text/html' }
  const started = await openSite(node, `https://${site.host}/.thumbturn/start?to=/docs`)
  const address = new URL(String(started.headers.location))
  const answer = await authorize(node, [...address.searchParams], user.browser)
  const cookie = readCookie(started)
  const callback = Object.fromEntries(new URL(String(answer.headers.location)).searchParams)
  const headers = formatHeaders({ ...toForwarded(world), cookie })
  const ask = (path: string, given: Pick<Ceremony, 'as' | 'body' | 'headers'>): Ceremony => ({
    operation: `forward${path}`,
    method: 'GET',
    path: `${root}/forward${path}`,
    ...given,
  })
  return [
    ask('/check', { as: 'headers', body: check }),
    ask('/callback', { as: 'query', body: callback, headers }),
    ask('/start', { as: 'query', body: { to: '/docs?a=b', account: 'other' }, headers }),
  ]
}
