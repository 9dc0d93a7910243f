import { randomUUID } from 'node:crypto'
import {
  type AssertionOptions,
  createSoftwareAuthenticator,
  type RegistrationRequestOptions,
  type SoftwareAuthenticator,
} from '@thumbturn/testkit'
import type { Answer, RawConnection } from './raw-http.ts'

export type ContestantName = 'floor' | 'thumbturn' | 'better-auth'

/** A registered user of the load: the name, and the id of the passkey (base64url). */
export interface Person {
  username: string
  credentialId: string
}

/** How one contestant wants to be spoken to. Both calls throw on any answer but the right one. */
export interface Flow {
  register(connection: RawConnection, username: string): Promise<Person>
  /** One full sign-in: two calls. */
  signIn(connection: RawConnection, person: Person): Promise<void>
}

/**
 * Whether a sign-in begins with the user's name, or lets the person pick a passkey, as autofill and a plain button do.
 */
export type Beginning = 'name' | 'passkey'

type Circumstances = { device: SoftwareAuthenticator; origin: string; beginning: Beginning }

/** The flow of a contestant that listens at the port; its device holds the keys of everybody it registers. */
export function createFlow(contestant: ContestantName, port: number, beginning: Beginning): Flow {
  const origin = `http://localhost:${port}`
  if (contestant === 'better-auth' && beginning === 'name')
    throw new Error('Better Auth supports only usernameless sign-in')
  return flows[contestant]({ device: createSoftwareAuthenticator({ origin, algorithm: -7 }), origin, beginning })
}

const flows: Record<ContestantName, (circumstances: Circumstances) => Flow> = {
  floor: ({ device, beginning }) => ({
    async register(connection, username) {
      const { credentialId, publicKey, userId } = localPasskey(device, username)
      accepted(await connection.send('POST', '/seed', { body: { username, userId, credentialId, publicKey } }))
      return { username, credentialId }
    },
    async signIn(connection, { username, credentialId }) {
      const begun = beginning === 'name' ? { username } : {}
      const started = accepted(await connection.send('POST', '/init', { body: begun }))
      const body = completion(device, started, credentialId)
      accepted(await connection.send('POST', '/complete', { body }), 'jwtAccess')
    },
  }),

  thumbturn: ({ device, beginning }) => ({
    async register(connection, username) {
      const user = { username, displayName: username }
      const body = { app: { id: 'demo' }, deviceInfo: {}, user }
      const started = accepted(await connection.send('POST', '/fido2/v2/reg/init', { body }))
      const creationResult = device.create(started.registrationRequestOptions as RegistrationRequestOptions)
      const rest = { session: started.session, creationResult }
      accepted(await connection.send('POST', '/fido2/v2/reg/complete', { body: rest }), 'jwtAccess')
      return { username, credentialId: creationResult.credentialId }
    },
    async signIn(connection, { username, credentialId }) {
      const user = { username: beginning === 'name' ? username : '' }
      const begun = { app: { id: 'demo' }, deviceInfo: {}, user }
      const started = accepted(await connection.send('POST', '/fido2/v2/auth/init', { body: begun }))
      const body = completion(device, started, credentialId)
      accepted(await connection.send('POST', '/fido2/v2/auth/complete', { body }), 'jwtAccess')
    },
  }),

  'better-auth': ({ device, origin }) => ({
    async register(connection, username) {
      const { credentialId, cose } = localPasskey(device, username)
      accepted(await connection.send('POST', '/seed', { body: { username, credentialId, cose } }))
      return { username, credentialId }
    },
    async signIn(connection, { credentialId: pick }) {
      const started = await connection.send('GET', '/api/auth/passkey/generate-authenticate-options')
      const { credentialId: id, ...response } = device.get(accepted(started) as unknown as AssertionOptions, { pick })
      const body = { response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response } }
      const cookie = /\r\nset-cookie: *([^;\r]+)/i.exec(started.head)?.[1]
      const headers = `cookie: ${cookie}\r\norigin: ${origin}\r\n`
      accepted(await connection.send('POST', '/api/auth/passkey/verify-authentication', { body, headers }), 'session')
    },
  }),
}

/** A passkey made here, for contestants whose users are written straight into their tables. */
function localPasskey(device: SoftwareAuthenticator, username: string) {
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
function completion(
  device: SoftwareAuthenticator,
  { session, assertionOptions }: Record<string, unknown>,
  pick: string,
): object {
  return { session, assertionResult: device.get(assertionOptions as AssertionOptions, { pick }) }
}

function accepted({ status, body }: Answer, expected?: string): Record<string, unknown> {
  const answer = status === 200 ? JSON.parse(body) : undefined
  if (answer && (expected === undefined || answer[expected])) return answer
  throw new Error(`Unexpected answer ${status}: ${body.slice(0, 200)}`)
}
