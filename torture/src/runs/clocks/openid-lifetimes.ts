import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import {
  addPublicClient,
  authorize,
  type Browser,
  callAsPage,
  exchangeCode,
  exchangeOf,
  issuer,
  type OpenidTokens,
  open,
  requestCode,
  requestOf,
  send,
  signUpByCalls,
} from '@thumbturn/service-harness/openid.ts'
import { addDeviceClient, poll, startDevice } from '@thumbturn/service-harness/openid-devices.ts'
import type { Answer, Service } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims } from '@thumbturn/service-harness/situations.ts'
import type { Lifetime } from './lifetime.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The core of a node has the clock of this process. */
export const atClock = (node: Service): Service => ({ ...node, core: { ...node.core, now: node.clock.now } })

const addClient = (node: Service, changes: Partial<Client> = {}) => addPublicClient(atClock(node), changes)

/** A redirect with a code as a response that was accepted, and any other as one that wasn't. */
const acceptCode = (answer: Answer): Answer => {
  if (answer.status !== 303) return answer
  const hasCode = new URL(String(answer.headers.location)).searchParams.has('code')
  return { ...answer, status: hasCode ? 200 : 401, text: String(answer.headers.location) }
}

const ask = (node: Service, client: Client, browser: Browser) =>
  authorize(node, { ...requestOf(client), prompt: 'none' }, browser).then(acceptCode)

async function signIn(node: Service, changes: Partial<Client> = {}) {
  const [client, { browser }] = [await addClient(node, changes), await signUpByCalls(node)]
  const code = await requestCode(node, { client, browser }, { scope: 'openid offline_access' })
  return { client, tokens: await exchangeCode(node, client, code) }
}

const refresh =
  (client: Client, refreshToken: string) =>
  (node: Service): Promise<Answer> =>
    send(node, 'token', { client, fields: { grant_type: 'refresh_token', refresh_token: refreshToken } })

/** Everything of the OpenID Provider that ends by the clock. */
export const openidLifetimes: readonly Lifetime[] = [
  {
    name: 'authorization code',
    lifeMs: minute,
    recordedMs: minute,
    async prepare(node) {
      const [client, { browser }] = [await addClient(node), await signUpByCalls(node)]
      const fields = exchangeOf(client, await requestCode(node, { client, browser }))
      return { use: (other) => send(other, 'token', { client, fields }) }
    },
  },
  {
    name: 'access token of a client',
    lifeMs: 10 * minute,
    async prepare(node) {
      const { access_token: token } = (await signIn(node)).tokens
      const use = (other: Service) => other.ask('GET', '//apps/demo/openid/userinfo', { token: `Bearer ${token}` })
      return { use, endsAt: Number(readClaims(token).exp) * 1000, token }
    },
  },
  {
    name: 'refresh token of a client',
    lifeMs: 30 * day,
    async prepare(node) {
      const { client, tokens } = await signIn(node)
      return { use: refresh(client, tokens.refresh_token) }
    },
  },
  {
    name: 'refresh tokens of a client, however much they are used',
    lifeMs: 2 * day,
    async prepare(node) {
      const { client, tokens } = await signIn(node, { refreshTokenAbsoluteSeconds: 172_800 })
      const next = readBody<OpenidTokens>(await refresh(client, tokens.refresh_token)(node))
      return { use: refresh(client, next.refresh_token) }
    },
  },
  {
    name: 'device code',
    lifeMs: 10 * minute,
    recordedMs: 20 * minute,
    async prepare(node) {
      const [client, { browser }] = [await addDeviceClient(atClock(node)), await signUpByCalls(node)]
      const { device_code, user_code: userCode } = await startDevice(node, client)
      await callAsPage(node, ['/device', { userCode, decision: 'allow' }], browser)
      return { use: (other) => poll(other, client, device_code) }
    },
  },
  {
    name: 'browser session that is not used',
    lifeMs: 7 * day,
    async prepare(node) {
      const [client, { browser }] = [await addClient(node), await signUpByCalls(node)]
      return { use: (other) => ask(other, client, browser) }
    },
  },
  {
    name: 'pushed authorization request',
    lifeMs: 90_000,
    async prepare(node) {
      const [client, { browser }] = [await addClient(node), await signUpByCalls(node)]
      const pushed = await send(node, 'par', { client, fields: { ...requestOf(client), client_id: client.id } })
      const { request_uri } = pushed.body as { request_uri: string }
      const query = new URLSearchParams({ client_id: client.id, request_uri })
      return { use: (other) => open(other, `${issuer}/openid/authorize?${query}`, browser).then(acceptCode) }
    },
  },
]
