import type { Answer, Ask, Service } from './service.ts'
import { apiKey, app, bodyOf, type Device, transactionAnswer, transactionOf } from './situations.ts'

/** Who signed in, in words that all generations share. */
export type Proof = { jwtAccess: string; userId: string; passkeyId: string; deviceId: string }

/** What every generation of the API can do, each in its own words. */
export type Wire = {
  name: string
  /** With a token, a further passkey of its user. */
  register(username: string, device: Device, token?: string): Promise<Proof>
  signIn(username: string, device: Device): Promise<Proof>
  /** The access token that names the confirmed transaction, and its id. */
  confirm(username: string, device: Device): Promise<{ jwtAccess: string; txId: string; txHash: string }>
}

type Options = Parameters<Device['create']>[0]
type RequestOptions = Parameters<Device['get']>[0]

/** The posts of a wire, and how it speaks of tokens and devices. */
type Ways = {
  name: string
  post(path: string, body: unknown, ask?: Ask): Promise<Answer>
  tokenAt(token: string): { app: object; ask: Ask }
  deviceIdOf(tokens: Record<string, string>): string
}

const deviceInfo = { clientName: 'Chrome', osName: 'Linux' }

const wireOver = ({ name, post, tokenAt, deviceIdOf }: Ways): Wire => {
  const proofOf = (answer: Answer): Proof => {
    const tokens = bodyOf<Record<string, string>>(answer)
    const { jwtAccess, userId, passkeyId } = tokens as Record<'jwtAccess' | 'userId' | 'passkeyId', string>
    return { jwtAccess, userId, passkeyId, deviceId: deviceIdOf(tokens) }
  }
  return {
    name,
    async register(username, device, token) {
      const said = token === undefined ? { app, ask: {} } : tokenAt(token)
      const body = { app: said.app, deviceInfo, user: { username } }
      const begun = bodyOf<{ session: string; registrationRequestOptions: Options }>(
        await post('/reg/init', body, said.ask),
      )
      const creationResult = device.create(begun.registrationRequestOptions)
      return proofOf(await post('/reg/complete', { session: begun.session, creationResult }))
    },
    async signIn(username, device) {
      const begun = bodyOf<{ session: string; assertionOptions: RequestOptions }>(
        await post('/auth/init', { app, deviceInfo, user: { username } }),
      )
      const assertionResult = device.get(begun.assertionOptions)
      return proofOf(await post('/auth/complete', { session: begun.session, assertionResult }))
    },
    async confirm(username, device) {
      const begun = bodyOf<Parameters<typeof transactionAnswer>[1]>(await post('/tx/init', transactionOf(username)))
      return bodyOf(await post('/tx/complete', transactionAnswer(device, begun)))
    },
  }
}

/** The current API, called by a browser. */
export const currentWire = (service: Service): Wire =>
  wireOver({
    name: 'current',
    post: (path, body, ask) => service.post(path, body, ask),
    tokenAt: (token) => ({ app, ask: { token } }),
    deviceIdOf: ({ deviceId }) => deviceId!,
  })

/** The proxy API, called by a backend. */
export async function proxyWire(service: Service): Promise<Wire> {
  const { text: token } = await apiKey(service, ['reg:write', 'auth:write'])
  return wireOver({
    name: 'proxy',
    post: (path, body) => service.post(`/proxy${path}`, body, { token }),
    tokenAt: (userToken) => ({ app: { ...app, token: userToken }, ask: {} }),
    deviceIdOf: ({ deviceID }) => deviceID!,
  })
}
