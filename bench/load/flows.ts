import { randomUUID } from 'node:crypto'
import type { RawConnection, RawResponse } from '@thumbturn/service-harness/raw-http.ts'
import {
  type AssertionOptions,
  createSoftwareAuthenticator,
  type RegistrationRequestOptions,
  type SoftwareAuthenticator,
} from '@thumbturn/testkit'

export type ContestantName = 'floor' | 'thumbturn' | 'better-auth'

/** A registered user of the load: the username, and the ID of the passkey (base64url). */
export interface User {
  username: string
  credentialId: string
}

/** The calls of one contestant. Both throw unless the response is the expected one. */
export interface Flow {
  register(connection: RawConnection, username: string): Promise<User>
  /** One full sign-in: two calls. */
  signIn(connection: RawConnection, user: User): Promise<void>
}

/**
 * Whether a sign-in starts with a username, or lets the user pick a passkey, as autofill and a plain button do.
 */
export type SignInMode = 'name' | 'passkey'

type Circumstances = { device: SoftwareAuthenticator; origin: string; mode: SignInMode }

/** The flow of a contestant that listens at the port; its device holds the keys of all users that it registers. */
export function createFlow(contestant: ContestantName, port: number, mode: SignInMode): Flow {
  const origin = `http://localhost:${port}`
  if (contestant === 'better-auth' && mode === 'name') throw new Error('Better Auth supports only usernameless sign-in')
  return flows[contestant]({ device: createSoftwareAuthenticator({ origin, algorithm: -7 }), origin, mode })
}

const flows: Record<ContestantName, (circumstances: Circumstances) => Flow> = {
  floor: ({ device, mode }) => ({
    async register(connection, username) {
      const { credentialId, publicKey, userId } = createLocalPasskey(device, username)
      requireSuccess(await connection.send('POST', '/seed', { body: { username, userId, credentialId, publicKey } }))
      return { username, credentialId }
    },
    async signIn(connection, { username, credentialId }) {
      const opened = mode === 'name' ? { username } : {}
      const started = requireSuccess(await connection.send('POST', '/init', { body: opened }))
      const body = createCompletion(device, started, credentialId)
      requireSuccess(await connection.send('POST', '/complete', { body }), 'jwtAccess')
    },
  }),

  thumbturn: ({ device, mode }) => ({
    async register(connection, username) {
      const user = { username, displayName: username }
      const body = { app: { id: 'demo' }, deviceInfo: {}, user }
      const started = requireSuccess(await connection.send('POST', '/fido2/v2/reg/init', { body }))
      const creationResult = device.create(started.registrationRequestOptions as RegistrationRequestOptions)
      const rest = { session: started.session, creationResult }
      requireSuccess(await connection.send('POST', '/fido2/v2/reg/complete', { body: rest }), 'jwtAccess')
      return { username, credentialId: creationResult.credentialId }
    },
    async signIn(connection, { username, credentialId }) {
      const user = { username: mode === 'name' ? username : '' }
      const opened = { app: { id: 'demo' }, deviceInfo: {}, user }
      const started = requireSuccess(await connection.send('POST', '/fido2/v2/auth/init', { body: opened }))
      const body = createCompletion(device, started, credentialId)
      requireSuccess(await connection.send('POST', '/fido2/v2/auth/complete', { body }), 'jwtAccess')
    },
  }),

  'better-auth': ({ device, origin }) => ({
    async register(connection, username) {
      const { credentialId, cose } = createLocalPasskey(device, username)
      requireSuccess(await connection.send('POST', '/seed', { body: { username, credentialId, cose } }))
      return { username, credentialId }
    },
    async signIn(connection, { credentialId: pick }) {
      const started = await connection.send('GET', '/api/auth/passkey/generate-authenticate-options')
      const { credentialId: id, ...response } = device.get(requireSuccess(started) as unknown as AssertionOptions, {
        pick,
      })
      const body = { response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response } }
      const cookie = /\r\nset-cookie: *([^;\r]+)/i.exec(started.head)?.[1]
      const headers = `cookie: ${cookie}\r\norigin: ${origin}\r\n`
      requireSuccess(
        await connection.send('POST', '/api/auth/passkey/verify-authentication', { body, headers }),
        'session',
      )
    },
  }),
}

/** A passkey created here, for contestants whose users are written directly into their tables. */
function createLocalPasskey(device: SoftwareAuthenticator, username: string) {
  const userId = randomUUID()
  const { credentialId, publicKey } = device.create({
    rp: { id: 'localhost' },
    user: { id: userId, name: username, displayName: username },
    challenge: '',
    pubKeyCredParams: [{ alg: -7 }],
  })
  const cose = device.findCredential(credentialId)!.key.cose.toString('base64url')
  return { userId, credentialId, publicKey, cose }
}

/** The body of the second call, from the response to the first; `pick` is the passkey that the user selects. */
function createCompletion(
  device: SoftwareAuthenticator,
  { session, assertionOptions }: Record<string, unknown>,
  pick: string,
): object {
  return { session, assertionResult: device.get(assertionOptions as AssertionOptions, { pick }) }
}

function requireSuccess({ status, body }: RawResponse, expected?: string): Record<string, unknown> {
  const response = status === 200 ? JSON.parse(body) : undefined
  if (response && (expected === undefined || response[expected])) return response
  throw new Error(`Unexpected response ${status}: ${body.slice(0, 200)}`)
}
