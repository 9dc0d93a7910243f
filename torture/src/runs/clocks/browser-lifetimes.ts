import { createHash } from 'node:crypto'
import { createDeviceKey, proveNew } from '@thumbturn/service-harness/device-proofs.ts'
import {
  addOpenidClient,
  addPublicClient,
  authorize,
  type Browser,
  callAsPage,
  clientSecret,
  createBindingChallenge,
  issuer,
  open,
  readLocation,
  readPage,
  requestOf,
  send,
  signUpByCalls,
} from '@thumbturn/service-harness/openid.ts'
import { type Answer, origin, type Service } from '@thumbturn/service-harness/service.ts'
import { addSite, checkSite, createHost, signInToSite, untilSiteIsKnown } from '@thumbturn/service-harness/sites.ts'
import { readClaims, readCookie, signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { Lifetime, Perishable } from './lifetime.ts'
import { atClock } from './openid-lifetimes.ts'

const minute = 60_000
const hour = 60 * minute
const pages = '//apps/demo/openid/pages'

/** Of a program at the site, which no sign-in can renew. */
const fromScript = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }

async function prepareSite(node: Service, lifetimes: { sessionSeconds: number; sessionIdleSeconds: number }) {
  const site = await addSite(atClock(node), { host: createHost(), ...lifetimes })
  await untilSiteIsKnown(node, site)
  const { cookie } = await signInToSite(node, site, await signUpByCalls(node))
  return { use: (other: Service) => checkSite(other, site, { cookie, headers: fromScript }) }
}

/** The content of a page, as rejected unless a user is signed in. */
async function show({ ask }: Service, cookies: readonly string[]): Promise<Answer> {
  const headers = { origin, 'sec-fetch-site': 'same-origin', cookie: cookies.join('; ') }
  const answer = await ask('GET', `${pages}/request`, { headers })
  return (answer.body as { step?: string }).step === 'done' ? answer : { ...answer, status: 401 }
}

const bind = ({ ask }: Service, challenge: string) =>
  ask('POST', `${pages}/device-binding`, {
    headers: { 'secure-session-response': proveNew(createDeviceKey(), challenge) },
  })

/** A browser whose user has just signed in, and the challenge that binds its session; over HTTP, no node offers one. */
async function offerBinding(node: Service): Promise<{ browser: Browser; challenge: string }> {
  const { browser } = await signUpByCalls(node)
  return { browser, challenge: await createBindingChallenge(atClock(node), browser) }
}

async function prepareSignOut(node: Service): Promise<Perishable> {
  const { browser } = await signUpByCalls(node)
  const request = readLocation(await open(node, `${issuer}/openid/end-session`, browser)).searchParams.get('sign_out')
  return { use: (other) => callAsPage(other, ['/sign-out', { request }], browser) }
}

/** Everything that ends by the clock and that browsers hold, and the secrets of clients. */
export const browserLifetimes: readonly Lifetime[] = [
  {
    name: 'authorization request on a page',
    lifeMs: 30 * minute,
    async prepare(node) {
      const { request } = readPage(await authorize(node, requestOf(await addPublicClient(atClock(node)))))
      const headers = { origin, 'sec-fetch-site': 'same-origin' }
      return { use: (other) => other.ask('GET', `${pages}/request?request=${request}`, { headers }) }
    },
  },
  { name: 'sign-out that the user must agree to', lifeMs: 30 * minute, prepare: prepareSignOut },
  {
    name: 'token of a sign-in that begins a browser session',
    lifeMs: 3 * minute,
    async prepare(node) {
      const { jwtAccess: token } = await signUpUser(node)
      const endsAt = Number(readClaims(token).iat) * 1000 + 3 * minute
      return { use: (other) => callAsPage(other, ['/session', { token }]), endsAt }
    },
  },
  {
    name: 'challenge that binds a browser session to a device',
    lifeMs: 2 * minute,
    async prepare(node) {
      const { challenge } = await offerBinding(node)
      return { use: (other) => bind(other, challenge) }
    },
  },
  {
    name: 'second cookie of a browser session that is bound to a device',
    // With the grace for requests that are under way.
    lifeMs: 10.5 * minute,
    async prepare(node) {
      const { browser, challenge } = await offerBinding(node)
      const cookie = readCookie(await bind(node, challenge))
      return { use: (other) => show(other, [browser.cookie, cookie]) }
    },
  },
  {
    name: 'session at a protected site',
    lifeMs: 2 * hour,
    prepare: (node) => prepareSite(node, { sessionSeconds: 7_200, sessionIdleSeconds: 7_200 }),
  },
  {
    name: 'session at a protected site without a page view',
    lifeMs: hour,
    prepare: (node) => prepareSite(node, { sessionSeconds: 86_400, sessionIdleSeconds: 3_600 }),
  },
  {
    name: 'secret of a client',
    lifeMs: hour,
    async prepare(node) {
      const endsAt = node.clock.now() + hour
      const hash = createHash('sha256').update(clientSecret).digest('base64url')
      const client = await addOpenidClient(atClock(node), {
        type: 'machine',
        grantTypes: ['client_credentials'],
        resources: ['https://api.example.com'],
        secrets: [{ id: 'first', hash, hint: 'abcd', createdAt: 0, expiresAt: endsAt }],
      })
      return { use: (other) => send(other, 'token', { client, fields: { grant_type: 'client_credentials' } }), endsAt }
    },
  },
]
