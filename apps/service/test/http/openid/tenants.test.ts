import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createDeviceKey, proveNew } from '@thumbturn/service-harness/device-proofs.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  authorize,
  type Browser,
  callAsPage,
  exchangeCode,
  exchangeOf,
  issuer,
  open,
  readLocation,
  readPage,
  requestCode,
  requestOf,
  send,
  signInAgain,
  signInToBrowser,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { addDeviceClient, decide, poll, startDevice } from '@thumbturn/service-harness/openid-devices.ts'
import { type Answer, origin, type Service, useService } from '@thumbturn/service-harness/service.ts'
import {
  addSite,
  authorizeSite,
  checkSite,
  createHost,
  openSite,
  signInToSite,
  siteProxy,
  startSite,
} from '@thumbturn/service-harness/sites.ts'
import { apiKey, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { createSite } from '../../../src/core/use-cases/protected-sites/manage.ts'

const neighbor = 'neighbor'
const registration = { dynamicClientRegistration: 'token' } as const
const pages = '//apps/demo/openid/pages'
const fromPage = { origin, 'sec-fetch-site': 'same-origin' }

/** The same calls at the application `neighbor`, for which browsers have cookies of its name. */
function toNeighbor(service: Service): Service {
  const ask: Service['ask'] = (method, path, given = {}) => {
    const { headers = {} } = given
    const { cookie } = headers
    const own = cookie?.replace(/^thumbturn-demo-/, `thumbturn-${neighbor}-`)
    return service.ask(method, path.replace('/apps/demo/', `/apps/${neighbor}/`), {
      ...given,
      headers: { ...headers, ...(own !== undefined && { cookie: own }) },
    })
  }
  return { ...service, ask, post: (path, body, given) => ask('POST', path, { ...given, body }) }
}

/** Something that the application `demo` issued: a call that needs it, and whether that gave the caller anything. */
type Thing = { use(at: Service): Promise<Answer>; gave(answer: Answer): boolean }

const isOk = ({ status }: Answer) => status < 300
const hasCode = ({ headers }: Answer) => URL.parse(String(headers.location))?.searchParams.has('code') ?? false

/** A client, which both applications have with the same ID and secret. */
async function shareClient(service: Service) {
  const client = await addOpenidClient(service)
  await addOpenidClient(service, { ...client, appId: neighbor })
  return client
}

async function signIn(service: Service) {
  const [client, user] = [await shareClient(service), await signUpInBrowser(service)]
  const code = await requestCode(service, { client, browser: user.browser }, { scope: 'openid offline_access' })
  return { client, code, ...user }
}

async function exchange(service: Service) {
  const signedIn = await signIn(service)
  const { client, code } = signedIn
  return { ...signedIn, tokens: await exchangeCode(service, client, code) }
}

/** A site, whose host both applications protect. */
async function shareSite(service: Service) {
  const site = await addSite(service, { host: createHost() })
  const application = (await service.core.applications.findFresh(neighbor))!
  await createSite(service.core, application, { name: 'Wiki', host: site.host })
  service.clock.advance(1_000)
  return site
}

const ask = (at: Service, given: { client: Awaited<ReturnType<typeof shareClient>>; browser: Browser }) =>
  authorize(at, { ...requestOf(given.client), prompt: 'none' }, given.browser)

const things: Readonly<Record<string, (service: Service) => Promise<Thing>>> = {
  'an authorization code': async (service) => {
    const { client, code } = await signIn(service)
    return { use: (at) => send(at, 'token', { client, fields: exchangeOf(client, code) }), gave: isOk }
  },
  'a refresh token': async (service) => {
    const { client, tokens } = await exchange(service)
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    return { use: (at) => send(at, 'token', { client, fields }), gave: isOk }
  },
  'an access token, at userinfo': async (service) => {
    const { tokens } = await exchange(service)
    const token = `Bearer ${tokens.access_token}`
    return { use: (at) => at.ask('GET', '//apps/demo/openid/userinfo', { token }), gave: isOk }
  },
  'an access token, at introspection': async (service) => {
    const { client, tokens } = await exchange(service)
    const use = (at: Service) => send(at, 'introspect', { client, fields: { token: tokens.access_token } })
    return { use, gave: ({ body }) => (body as { active: boolean }).active }
  },
  'a device code': async (service) => {
    const [client, user] = [await addDeviceClient(service), await signUpInBrowser(service)]
    await addDeviceClient(service, { ...client, appId: neighbor })
    const { device_code, user_code: userCode } = await startDevice(service, client)
    await decide(service, { browser: user.browser, userCode })
    return { use: (at) => poll(at, client, device_code), gave: isOk }
  },
  'a request that was pushed': async (service) => {
    const [client, { browser }] = [await shareClient(service), await signUpInBrowser(service)]
    const fields = { ...requestOf(client), client_id: client.id }
    const { request_uri } = readBody<{ request_uri: string }>(await send(service, 'par', { client, fields }), 201)
    return { use: (at) => authorize(at, { client_id: client.id, request_uri }, browser), gave: hasCode }
  },
  'the request of a page': async (service) => {
    const { request } = readPage(await authorize(service, requestOf(await shareClient(service))))
    const headers = fromPage
    return { use: (at) => at.ask('GET', `${pages}/request?request=${request}`, { headers }), gave: isOk }
  },
  'the session of a browser': async (service) => {
    const [client, { browser }] = [await shareClient(service), await signUpInBrowser(service)]
    return { use: (at) => ask(at, { client, browser }), gave: hasCode }
  },
  'the token of a sign-in': async (service) => {
    const token = await signInAgain(service, await signUpInBrowser(service))
    return { use: (at) => callAsPage(at, ['/session', { token }]), gave: isOk }
  },
  'a sign-out that the user must agree to': async (service) => {
    const { browser } = await signUpInBrowser(service)
    const asked = readLocation(await open(service, `${issuer}/openid/end-session`, browser))
    const request = asked.searchParams.get('sign_out')
    return { use: (at) => callAsPage(at, ['/sign-out', { request }], browser), gave: isOk }
  },
  'the challenge of a device': async (service) => {
    const { jwtAccess: token } = await signUpUser(service)
    const { challenge } = await signInToBrowser(service, { token })
    const headers = { 'secure-session-response': proveNew(createDeviceKey(), challenge) }
    return { use: (at) => at.ask('POST', `${pages}/device-binding`, { headers }), gave: isOk }
  },
  'the cookie of a site': async (service) => {
    const [site, { browser }] = [await shareSite(service), await signUpInBrowser(service)]
    const { cookie } = await signInToSite(service, site, { browser })
    return { use: (at) => checkSite(at, site, { cookie }), gave: isOk }
  },
  'the code of a site': async (service) => {
    const [site, { browser }] = [await shareSite(service), await signUpInBrowser(service)]
    const { cookie, location } = await startSite(service, site)
    const callback = await authorizeSite(service, location, browser)
    const use = (at: Service) => openSite(at, callback, { cookie })
    return { use, gave: ({ headers }) => headers['set-cookie'] !== undefined }
  },
  'the key for registrations': async (service) => {
    const { text } = await apiKey(service, ['client:register'])
    const body = { client_name: 'Native', redirect_uris: ['http://127.0.0.1/callback'] }
    const use = (at: Service) => at.ask('POST', '//apps/demo/openid/register', { body, token: `Bearer ${text}` })
    return { use, gave: isOk }
  },
}

eachEngine('what an application issued gives nothing at another one:', (fresh) => {
  const running = useService(fresh, { trustedProxies: [siteProxy] })

  before(async () => {
    const { core, application } = running()
    await createApplication(core, { id: neighbor, rpId: 'localhost', origins: [origin] })
    const created = (await core.applications.findFresh(neighbor))!
    for (const one of [application, created]) await changeApplication(core, one, { settings: registration })
  })

  for (const [what, issue] of Object.entries(things))
    test(what, async () => {
      const service = running()
      const { use, gave } = await issue(service)
      const elsewhere = await use(toNeighbor(service))
      assert.ok(elsewhere.status < 500, elsewhere.text)
      assert.equal(gave(elsewhere), false, elsewhere.text)
      const here = await use(service)
      assert.equal(gave(here), true, here.text)
    })
})
