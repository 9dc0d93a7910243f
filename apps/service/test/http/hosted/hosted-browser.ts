import type { Browser } from '@thumbturn/service-harness/openid.ts'
import { type Answer, origin, type Service } from '@thumbturn/service-harness/service.ts'

/** The headers of a page at the address of the application `demo`, in that browser. */
const createHeaders = (browser: Browser | undefined) => ({
  origin,
  'sec-fetch-site': 'same-origin',
  ...(browser && { cookie: browser.cookie }),
})

/** A call of a hosted page of the application `demo`; `path` is below its API. */
export const callFromPage = (
  { ask }: Service,
  [method, path, body]: readonly [method: string, path: string, body?: object],
  browser?: Browser,
): Promise<Answer> =>
  ask(method, `//apps/demo/openid/pages${path}`, { headers: createHeaders(browser), ...(body && { body }) })

/** The browser with the cookie that a response set. */
export function readCookie({ headers }: Answer): Browser {
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  return { cookie }
}
