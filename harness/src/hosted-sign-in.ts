import assert from 'node:assert/strict'
import type { BrowserOptions, HttpBrowser, ShownPage } from './http-browser.ts'
import type { Service } from './service.ts'
import { type Device, readBody, signIn, type Tokens } from './situations.ts'

type Act = NonNullable<BrowserOptions['act']>

/** Acts as the user of a device on the pages of the provider: signs in where one asks for it, allows what a client asks, and agrees to sign out. */
export const createHostedUser =
  (service: Service, device: Device): Act =>
  async (page, browser) => {
    const { pathname, searchParams } = page.url
    const request = searchParams.get('request') ?? undefined
    if (pathname.endsWith('/sign-out/'))
      return call(page, browser, ['sign-out', { request: searchParams.get('sign_out') }])
    if (pathname.endsWith('/consent/')) return call(page, browser, ['consent', { request, decision: 'allow' }])
    if (!pathname.endsWith('/sign-in/')) return undefined
    const { jwtAccess: token } = readBody<Tokens>(await signIn(service, { device }))
    return call(page, browser, ['session', { token, request }])
  }

/** A call of a hosted page, whose response says where it leads. */
async function call(
  { url }: ShownPage,
  browser: HttpBrowser,
  [name, body]: readonly [string, object],
): Promise<string> {
  const { status, text } = await browser.send(new URL(`../openid/pages/${name}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url.origin },
    body: JSON.stringify(body),
  })
  assert.equal(status, 200, text)
  return (JSON.parse(text) as { location: string }).location
}
