import { createHash } from 'node:crypto'
import { type Authentication, gen1Backend, gen1SignIn, signUpGen1User } from './gen1.ts'
import type { Answer, Ask, Service } from './service.ts'
import {
  apiKey,
  app,
  createTransactionInput,
  type Device,
  readBody,
  readClaims,
  transactionAnswer,
} from './situations.ts'

/** The result of a sign-in, in a format that all generations share. */
export type Proof = { jwtAccess: string; userId: string; passkeyId: string }

/** The operations that every API generation supports, each in its own wire format. */
export type Wire = {
  register(username: string, device: Device): Promise<Proof>
  /** Adds a passkey for the user of the token, if the generation does that with tokens. */
  add?(username: string, device: Device, token: string): Promise<Proof>
  signIn(username: string, device: Device): Promise<Proof>
  /** The access token that names the confirmed transaction, and its hash. */
  confirm(username: string, device: Device): Promise<{ jwtAccess: string; txHash: string }>
}

type Options = Parameters<Device['create']>[0]
type RequestOptions = Parameters<Device['get']>[0]

/** The POST calls of a wire format, and its representation of tokens and devices. */
type Ways = {
  post(path: string, body: unknown, ask?: Ask): Promise<Answer>
  tokenAt(token: string): { app: object; ask: Ask }
}

const deviceInfo = { clientName: 'Chrome', osName: 'Linux' }

const wireOver = ({ post, tokenAt }: Ways): Wire => {
  const toProof = (response: Answer): Proof => {
    const { jwtAccess, userId, passkeyId } = readBody<Proof>(response)
    return { jwtAccess, userId, passkeyId }
  }
  const registered = async (username: string, device: Device, proof: ReturnType<Ways['tokenAt']>) => {
    const body = { app: proof.app, deviceInfo, user: { username } }
    const started = readBody<{ session: string; registrationRequestOptions: Options }>(
      await post('/reg/init', body, proof.ask),
    )
    const creationResult = device.create(started.registrationRequestOptions)
    return toProof(await post('/reg/complete', { session: started.session, creationResult }))
  }
  return {
    register: (username, device) => registered(username, device, { app, ask: {} }),
    add: (username, device, token) => registered(username, device, tokenAt(token)),
    async signIn(username, device) {
      const started = readBody<{ session: string; assertionOptions: RequestOptions }>(
        await post('/auth/init', { app, deviceInfo, user: { username } }),
      )
      const assertionResult = device.get(started.assertionOptions)
      return toProof(await post('/auth/complete', { session: started.session, assertionResult }))
    },
    async confirm(username, device) {
      const started = readBody<Parameters<typeof transactionAnswer>[1]>(
        await post('/tx/init', createTransactionInput(username)),
      )
      return readBody(await post('/tx/complete', transactionAnswer(device, started)))
    },
  }
}

/** The current API, called by a browser. */
export const currentWire = (service: Service): Wire =>
  wireOver({
    post: (path, body, ask) => service.post(path, body, ask),
    tokenAt: (token) => ({ app, ask: { token } }),
  })

/** The proxy API, called by a backend. */
export async function proxyWire(service: Service): Promise<Wire> {
  const { text: token } = await apiKey(service, ['reg:write', 'auth:write'])
  return wireOver({
    post: (path, body) => service.post(`/proxy${path}`, body, { token }),
    tokenAt: (userToken) => ({ app: { ...app, token: userToken }, ask: {} }),
  })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The first generation, called by a page whose backend signs a token for every start. */
export async function gen1Wire(service: Service): Promise<Wire> {
  const backend = await gen1Backend(service)
  const toProof = ({ jwt, user, credential }: Authentication): Proof => ({
    jwtAccess: jwt!,
    userId: user.id,
    passkeyId: credential.uuid,
  })
  return {
    register: async (username, device) => toProof(await signUpGen1User(backend, { username, device })),
    signIn: async (username, device) => toProof(readBody(await gen1SignIn(backend, { username, device }))),
    async confirm(username, device) {
      const { txPayload: tx_payload, nonce } = createTransactionInput(username)
      const wanted = { username, tx_type: 'text', tx_payload, nonce }
      const started = readBody<{ tx_id: string; assertion_options: RequestOptions }>(
        await backend.call(['tx.create', { payload_hash: sha256(tx_payload) }], '/tx/create-init', wanted),
      )
      const { jwt } = readBody<{ jwt: string }>(await backend.open('/tx/complete', confirmTransaction(device, started)))
      return { jwtAccess: jwt, txHash: String(readClaims(jwt).tx_hash) }
    },
  }
}

/** The confirmation of a device in the first-generation format. */
export function confirmTransaction(device: Device, started: { tx_id: string; assertion_options: RequestOptions }) {
  const { credentialId, clientDataJSON, authenticatorData, signature } = device.get(started.assertion_options)
  return {
    tx_id: started.tx_id,
    challenge: started.assertion_options.challenge,
    key_handle: credentialId,
    client_data: clientDataJSON,
    auth_data: authenticatorData,
    sign_data: signature,
  }
}
