import type { Page, Route } from '@playwright/test'
import type { Running } from '../running.ts'

/** The requests of a sample's page to its backend. */
export type Backend = {
  /** Access tokens that were sent to start a session, after the sample for backends has verified them. */
  sessions: { sub: string; username: string }[]
  /** Users who signed the order, according to the backend sample. */
  confirmed: string[]
  /** Calls the service with a key of the application. */
  call(path: string, body: object): Promise<Record<string, string>>
}

/** Responds to a sample's page as its backend would, using the backend samples. */
export async function createSampleBackend(page: Page, service: Running, username: string): Promise<Backend> {
  const { key } = service.command('key', 'create', 'demo') as { key: string }
  // The samples read them when they are loaded; a worker has one service.
  process.env.THUMBTURN_URL = `${service.url}/apps/demo`
  process.env.THUMBTURN_API_KEY = key
  const { requestPasskeyGrant } = await import('@thumbturn/examples/node/passkey-grant.ts')
  const { verifyToken } = await import('@thumbturn/examples/node/verify-token.ts')
  const { isSignedIn } = await import('@thumbturn/examples/node/verify-token-remotely.ts')
  const { confirmOrder } = await import('@thumbturn/examples/node/confirm-order.ts')
  const proxy = await import('@thumbturn/examples/node/proxy.ts')
  const backend: Backend = {
    sessions: [],
    confirmed: [],
    call: async (path, body) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const url = `${service.url}/apps/demo/fido2/v2${path}`
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json().catch(() => ({}))
    },
  }
  const order = { id: `order-${username}`, payload: '{"pay":"25.00","currency":"EUR","to":"Grace"}' }
  const responses: Record<string, (sent: SignInRequest) => unknown> = {
    '/session': async ({ token }) => {
      if (await isSignedIn(token)) backend.sessions.push(await verifyToken(token))
    },
    '/passkey-grant': async () => ({ username, token: await requestPasskeyGrant(username) }),
    '/passkeys-grant': async () => ({ token: await requestPasskeyGrant(username, ['passkey:read']) }),
    '/vouch': () => backend.call('/mgmt/grant/external-auth', { username }),
    '/orders': () => order,
    '/orders/confirm': async ({ token }) => backend.confirmed.push(await confirmOrder(token, order)),
    '/sign-in/begin': ({ userAgent }) => proxy.startSignIn(username, userAgent),
    '/sign-in/complete': async ({ body: { session, assertionResult } }) => {
      const { jwtAccess } = await proxy.completeSignIn(session, assertionResult)
      backend.sessions.push(await verifyToken(jwtAccess))
    },
  }
  for (const [path, respond] of Object.entries(responses))
    await page.route(`${service.url}${path}`, async (route) => reply(route, await respond(sentBy(route))))
  for (const next of ['/', '/welcome', '/sign-in']) await page.route(`${service.url}${next}`, blank)
  return backend
}

type SignInRequest = { token: string; userAgent: string; body: { session: string; assertionResult: object } }

function sentBy(route: Route): SignInRequest {
  const request = route.request()
  const { authorization = '', 'user-agent': userAgent = '' } = request.headers()
  const text = request.postData()
  return { token: authorization.replace('Bearer ', ''), userAgent, body: text ? JSON.parse(text) : {} }
}

const reply = (route: Route, response: unknown) =>
  typeof response === 'object' ? route.fulfill({ json: response }) : route.fulfill({ status: 204 })

const blank = (route: Route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Next</title></html>' })
