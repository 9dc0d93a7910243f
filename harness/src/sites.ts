import type { SiteRequest } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import type { ProtectedSite } from '@thumbturn/service/core/model/protected-sites/protected-site.ts'
import { createSite } from '@thumbturn/service/core/use-cases/protected-sites/manage.ts'
import { authorize, type Browser } from './openid.ts'
import type { Answer, Caller, Service } from './service.ts'
import { readCookie } from './situations.ts'
import { until } from './until.ts'

/** The address of the proxies of tests. */
export const siteProxy = '192.0.2.80'

let hosts = 0

/** Hosts are unique in an application, so each test has its own. */
export const createHost = (): string => `site-${++hosts}.example.com`

/** The backend of the application, as the actor of a change. */
export const toBackend = ({ application }: Pick<Service, 'application'>) => ({ application, keyId: undefined })

/** Protects a host of the application `demo`. */
export const addSite = ({ core, application }: Service, changes: Partial<SiteRequest> = {}): Promise<ProtectedSite> =>
  createSite(core, application, { name: 'Wiki', host: 'wiki.example.com', ...changes })

/** A request to a site, as a browser or another client sends it. */
export type SiteVisit = {
  uri?: string
  method?: string
  cookie?: string | undefined
  headers?: Record<string, string>
  /** The end of the connection; the proxy by default. */
  from?: string
  /** Whether the proxy passes the response on to the browser. */
  isPassedOn?: boolean
}

const pageView = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', accept: 'text/html' }

/** Asks about a request, as the proxy of a site does. */
export const checkSite = (
  { ask }: Caller,
  { host }: Pick<ProtectedSite, 'host'>,
  { uri = '/', method = 'GET', cookie, headers = pageView, from = siteProxy, isPassedOn = false }: SiteVisit = {},
): Promise<Answer> =>
  ask('GET', `//apps/demo/forward/check${isPassedOn ? '?redirect=true' : ''}`, {
    from,
    headers: {
      'x-forwarded-host': host,
      'x-forwarded-method': method,
      'x-forwarded-uri': uri,
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
  })

/** Waits until a node knows a site that another process created: within a second. */
export const untilSiteIsKnown = (service: Service, site: Pick<ProtectedSite, 'host'>): Promise<void> =>
  until(async () => (await checkSite(service, site)).status !== 403)

/** Opens an address of a site below `/.thumbturn/`, which its proxy sends to the service. */
export function openSite(
  { ask }: Caller,
  address: string,
  { cookie, headers = pageView, from = siteProxy }: SiteVisit = {},
) {
  const { host, pathname, search } = new URL(address)
  return ask('GET', `//apps/demo/forward${pathname.slice('/.thumbturn'.length)}${search}`, {
    from,
    headers: { 'x-forwarded-host': host, ...(cookie !== undefined && { cookie }), ...headers },
  })
}

/** A browser at a site: its cookie there, and the address that it was led to at last. */
export type SiteBrowser = { cookie: string; location: string; answer: Answer }

/** Starts a sign-in at a site, up to the address of the authorization endpoint. */
export async function startSite(service: Caller, site: Pick<ProtectedSite, 'host'>, visit: SiteVisit = {}) {
  const checked = await checkSite(service, site, visit)
  const started = await openSite(service, String(checked.headers.location), visit)
  return { cookie: readCookie(started), location: String(started.headers.location) }
}

/** The address of the callback, for a browser that is signed in at the issuer. */
export async function authorizeSite(service: Caller, location: string, browser: Browser): Promise<string> {
  const answer = await authorize(service, [...new URL(location).searchParams], browser)
  return String(answer.headers.location)
}

/** Signs a browser in at a site, which is signed in at the issuer. */
export async function signInToSite(
  service: Caller,
  site: Pick<ProtectedSite, 'host'>,
  { browser, ...visit }: SiteVisit & { browser: Browser },
): Promise<SiteBrowser> {
  const { cookie, location } = await startSite(service, site, visit)
  const answer = await openSite(service, await authorizeSite(service, location, browser), { cookie })
  return { cookie: readCookie(answer), location: String(answer.headers.location), answer }
}

/** A site as it is stored. */
export const protectedSite = (id: string, changes: Partial<ProtectedSite> = {}): ProtectedSite => ({
  appId: 'shop',
  id,
  name: `The ${id}`,
  host: `${id}.example.com`,
  rules: [
    { path: '/assets/*', methods: ['GET'], access: 'public' },
    { path: '/*', access: 'signedIn' },
  ],
  allowedGroups: [],
  identityClaims: ['name', 'email'],
  sessionSeconds: 600,
  sessionIdleSeconds: 300,
  disabled: false,
  version: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...changes,
})
