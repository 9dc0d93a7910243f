import { browserRaces } from './browser-races.ts'
import { gen1Races } from './gen1-races.ts'
import { mfaRaces, type Race, type RaceSubject } from './mfa-races.ts'
import { openidRaces } from './openid-races.ts'
import type { Answer, Service } from './service.ts'
import {
  apiKey,
  newDevice,
  newName,
  registrationRejected,
  signInRejected,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  transactionAnswer,
  transactionRejected,
} from './situations.ts'

/** `call` sends the last request of a flow to one of the APIs that support it. */
type Flow = {
  what: string
  begin(service: Service, call: (node: Service, path: string, body: unknown) => Promise<Answer>): Promise<RaceSubject>
  lost: { status: number; msg: string; msgCode: string }
}

const listUserEvents = (type: string, userId: string) =>
  `select id from events where user_id = '${userId}' and type = '${type}'`

/** Every single-use value. Add a row here for each new one. */
const createFlows = (runners: number): readonly Flow[] => [
  {
    what: 'completions of one registration',
    lost: registrationRejected,
    async begin(service, call) {
      const { session, registrationRequestOptions } = await startRegistration(service, newName())
      const creationResult = newDevice().create(registrationRequestOptions)
      return {
        use: (node) => call(node, '/reg/complete', { session, creationResult }),
        once: [`select id from passkeys where credential_id = '${creationResult.credentialId}'`],
      }
    },
  },
  {
    what: 'completions of one sign-in',
    lost: signInRejected,
    async begin(service, call) {
      const { device, username, userId } = await signUpUser(service)
      const { session, assertionOptions } = await startSignIn(service, username)
      const assertionResult = device.get(assertionOptions)
      return {
        use: (node) => call(node, '/auth/complete', { session, assertionResult }),
        once: [listUserEvents('fido2.passkey.auth.success', userId)],
      }
    },
  },
  ...[
    { what: 'completions of one transaction', sessions: 1 },
    { what: 'transactions with one nonce', sessions: runners },
  ].map(
    ({ what, sessions }): Flow => ({
      what,
      lost: transactionRejected,
      async begin(service, call) {
        const { device, username, userId } = await signUpUser(service)
        const started = await Promise.all(
          Array.from({ length: sessions }, () => startTransaction(service, username, { nonce: 'raced' })),
        )
        return {
          use: (node, at) => call(node, '/tx/complete', transactionAnswer(device, started[at % sessions]!)),
          once: [
            `select id from transactions where user_id = '${userId}'`,
            listUserEvents('fido2.tx.completed', userId),
          ],
        }
      },
    }),
  ),
]

/** Every single-use value through every API, each raced by that many runners. */
export const listRaces = (runners: number): readonly Race[] => [
  ...createFlows(runners).map(
    ({ begin, ...flow }): Race => ({
      ...flow,
      begin: (service) => begin(service, (node, path, body) => node.post(path, body)),
    }),
  ),
  ...mfaRaces(runners),
  ...gen1Races(runners),
  ...openidRaces,
  ...browserRaces,
  ...createFlows(runners).map(
    ({ what, begin, lost }): Race => ({
      what: `${what} through the proxy API`,
      // The proxy API rejects ceremonies with 403.
      lost: { ...lost, status: 403 },
      async begin(service) {
        const { text: token } = await apiKey(service, ['reg:write', 'auth:write'])
        return begin(service, (node, path, body) => node.post(`/proxy${path}`, body, { token }))
      },
    }),
  ),
]
