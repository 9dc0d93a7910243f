import type { Browser } from '@thumbturn/service-harness/openid.ts'
import type { Answer, Caller } from '@thumbturn/service-harness/service.ts'
import { authorizeSite, checkSite, openSite, startSite } from '@thumbturn/service-harness/sites.ts'
import { readCookie } from '@thumbturn/service-harness/situations.ts'
import { complete, createSettler, hasSucceeded, reject, remember } from './completions.ts'
import { codeLifetimeMs, type RelyingParties } from './relying-parties.ts'
import type { Visit } from './visit.ts'

/** Opens a page of the protected site, to which the user signs in with their browser first. */
export async function visitSite(visit: Visit, browser: Browser) {
  const { field, account, parties } = visit
  account.siteCookie ??= await signInToSite(visit, browser)
  if (account.siteCookie === undefined) return
  const { status } = await checkSite(createSettler(field), parties.site, { cookie: account.siteCookie })
  if (status !== 204) reject(field, `visit of ${account.username} to the site`, `${status}`)
}

async function signInToSite({ field, account, parties }: Visit, browser: Browser): Promise<string | undefined> {
  const { site } = parties
  const service = createSettler(field)
  const { cookie, location } = await startSite(service, site)
  const callback = await authorizeSite(service, location, browser)
  const what = `sign-in of ${account.username} to the site`
  const { host, pathname } = new URL(callback)
  if (host !== site.host) return reject(field, what, `the browser was led to ${pathname}`)
  const settled = await complete(field, {
    what,
    count: account.siteSignIns,
    send: (caller) => openSite(caller, callback, { cookie }),
    lifetimeMs: codeLifetimeMs,
  })
  return settled && hasSucceeded(settled.response) ? readCookie(settled.response) : undefined
}

/** Follows a link on the site itself, which ends the session of the browser. */
export const signOutAtSite = (service: Caller, { site }: RelyingParties, cookie: string): Promise<Answer> =>
  openSite(service, `https://${site.host}/.thumbturn/sign-out`, {
    cookie,
    headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' },
  })

/** The site must no longer accept the cookie of a browser whose session has ended. */
export const recallSiteCookie = ({ field, account, parties: { site } }: Visit, cookie: string): void =>
  remember(field, {
    what: `visit of ${account.username} to the site after they signed out`,
    send: (service) => checkSite(service, site, { cookie }),
  })
