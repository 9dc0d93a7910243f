import { signInBrowser } from '@thumbturn/service/core/flows/authorization/sign-in-browser.ts'
import { bindDevice, createDeviceKey, proveNew } from './device-proofs.ts'
import type { Race, RaceSubject } from './mfa-races.ts'
import { callAsPage, signUpInBrowser } from './openid.ts'
import { addDeviceClient, startDevice } from './openid-devices.ts'
import type { Answer, Service } from './service.ts'
import { addSite, authorizeSite, openSite, startSite, untilSiteIsKnown } from './sites.ts'
import { signUpUser } from './situations.ts'

/** A response that shows no error but gave the browser nothing, as one that says so. */
const asRejected = (answer: Answer): Answer => ({
  ...answer,
  status: 400,
  body: { msg: 'The browser got nothing', msgCode: 'nothing' },
})
const lostSilently = { status: 400, msg: 'The browser got nothing', msgCode: 'nothing' }

const racedHost = 'raced.example.com'

/** One for all races: another node learns of a new site within a second. */
async function findSite(service: Service) {
  const sites = await service.core.store.protectedSites.list({ appId: service.application.id })
  const site = sites.find(({ host }) => host === racedHost) ?? (await addSite(service, { host: racedHost }))
  service.clock.advance(1_000)
  await untilSiteIsKnown(service, site)
  return site
}

async function beginCallback(service: Service): Promise<RaceSubject> {
  const [site, { browser, userId }] = [await findSite(service), await signUpInBrowser(service)]
  const { cookie, location } = await startSite(service, site)
  const callback = await authorizeSite(service, location, browser)
  return {
    async use(node) {
      const answer = await openSite(node, callback, { cookie })
      const isSignedIn = answer.status === 303 && answer.headers['set-cookie'] !== undefined
      return isSignedIn ? { ...answer, status: 200 } : asRejected(answer)
    },
    once: [`select id from events where user_id = '${userId}' and type = 'fido2.site.signed_in'`],
  }
}

async function beginBinding(service: Service): Promise<RaceSubject> {
  const { jwtAccess: token, userId } = await signUpUser(service)
  const browser = { token, cookies: undefined, userAgent: 'Test' }
  const { challenge } = await signInBrowser(service.core, service.application, browser)
  return {
    async use(node) {
      const answer = await bindDevice(node, proveNew(createDeviceKey(), challenge))
      return (answer.body as { continue?: boolean }).continue === false ? asRejected(answer) : answer
    },
    once: [`select id from browser_sessions where user_id = '${userId}' and device_key is not null`],
  }
}

/** Several users, as each can decide about thirty codes a minute. */
const deciders = 4

async function beginDecision(service: Service): Promise<RaceSubject> {
  const client = await addDeviceClient(service)
  const users = await Promise.all(Array.from({ length: deciders }, () => signUpInBrowser(service)))
  const { user_code: userCode } = await startDevice(service, client)
  return {
    use: (node, at) => callAsPage(node, ['/device', { userCode, decision: 'allow' }], users[at % deciders]!.browser),
    once: [`select user_id from device_decisions where client_id = '${client.id}'`],
  }
}

/** Everything single-use that browsers hold. */
export const browserRaces: readonly Race[] = [
  {
    what: 'browser sessions begun with the token of one sign-in',
    lost: { status: 401, msg: 'The token was already used: sign in again', msgCode: 'unauthorized' },
    async begin(service) {
      const { jwtAccess: token, userId } = await signUpUser(service)
      return {
        use: (node) => callAsPage(node, ['/session', { token }]),
        once: [`select id from browser_sessions where user_id = '${userId}'`],
      }
    },
  },
  { what: 'devices bound to one browser session', lost: lostSilently, begin: beginBinding },
  { what: 'callbacks of a protected site with one code', lost: lostSilently, begin: beginCallback },
  {
    what: 'decisions about one device code',
    lost: { status: 404, msg: 'No device shows this code, or it has expired', msgCode: 'not_found' },
    begin: beginDecision,
  },
]
