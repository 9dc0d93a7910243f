import assert from 'node:assert/strict'
import type { OpenIdUser } from '@thumbturn/service/core/model/sso/openid-user.ts'
import { type IdentityProvider, testClient } from './identity-provider.ts'
import { admin, type Dashboard, fromDashboard } from './members.ts'
import { type Answer, origin, type Service } from './service.ts'
import { readBody } from './situations.ts'

/** A browser: its cookies by origin, and the address that a redirect led to last. */
export type Browser = { cookies: Map<string, Map<string, string>> }

export const newBrowser = (): Browser => ({ cookies: new Map() })

/** Where the provider sends the browser back. */
export const redirectUri = (provider: string) => `${origin}/dashboard/sso/${provider}`

/** Adds the provider to the installation, as an owner does. */
export async function addProvider(
  owner: Dashboard,
  { issuer }: Pick<IdentityProvider, 'issuer'>,
  { id, ...settings }: { id: string } & Readonly<Record<string, unknown>>,
): Promise<void> {
  const body = { id, name: `Provider ${id}`, discoveryUrl: issuer, ...testClient, ...settings }
  readBody(await owner.ask('POST', '/sso-providers', { body }))
}

function keepCookies(browser: Browser, at: string, headers: readonly string[]) {
  const jar = browser.cookies.get(at) ?? new Map<string, string>()
  browser.cookies.set(at, jar)
  for (const header of headers) {
    const [pair = ''] = header.split(';')
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
}

export const cookieHeader = (browser: Browser, at: string = origin) =>
  [...(browser.cookies.get(at) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')

/** A call from a page of the dashboard in that browser. */
export async function askIn(
  service: Service,
  browser: Browser,
  {
    method = 'POST',
    path,
    body,
    headers,
  }: { method?: string; path: string; body?: unknown; headers?: Record<string, string> },
): Promise<Answer> {
  const cookie = cookieHeader(browser)
  const answer = await service.ask(method, `${admin}${path}`, {
    ...(body !== undefined && { body }),
    headers: { ...fromDashboard, ...(cookie !== '' && { cookie }), ...headers },
  })
  keepCookies(browser, origin, [answer.headers['set-cookie']].flat().filter((one) => one !== undefined) as string[])
  return answer
}

/** Follows redirects from the provider until they lead back to the dashboard; returns that address. */
export async function follow(browser: Browser, start: string): Promise<URL> {
  let url = new URL(start)
  for (let step = 0; step < 12; step++) {
    if (url.origin === origin) return url
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookieHeader(browser, url.origin) } })
    keepCookies(browser, url.origin, response.headers.getSetCookie())
    const location = response.headers.get('location')
    assert.ok(location, `${url} responded with ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
  }
  throw new Error('too many redirects')
}

/** Starts a sign-in and lets the provider send the browser back; returns what it brings. */
export async function visitProvider(service: Service, browser: Browser, provider: string): Promise<string> {
  const { url } = readBody<{ url: string }>(await askIn(service, browser, { path: '/sso/start', body: { provider } }))
  return (await follow(browser, url)).search.slice(1)
}

export const complete = (
  service: Service,
  browser: Browser,
  { provider, parameters }: { provider: string; parameters: string },
) => askIn(service, browser, { path: '/sso/complete', body: { provider, response: parameters } })

export type SsoSession = {
  member: { id: string; name: string; username: string; email?: string }
  roles: { application: string; role: string }[]
  csrfToken: string
  confirmedAt: string
  provider?: { id: string; name: string }
}

/** A whole sign-in at the provider. */
export async function signInAt(service: Service, provider: string, browser = newBrowser()) {
  const parameters = await visitProvider(service, browser, provider)
  const session = readBody<SsoSession>(await complete(service, browser, { provider, parameters }))
  return { browser, session, parameters }
}

/** A user of whom a provider says nothing but the subject. */
export const noClaims: OpenIdUser = {
  subject: 's',
  email: undefined,
  emailVerified: false,
  name: undefined,
  username: undefined,
  externalId: undefined,
  groups: undefined,
  sid: undefined,
  authenticatedAt: undefined,
}
