import {
  assertion,
  authenticate,
  codeAt,
  creation,
  factorRejected,
  readCompletedFlow,
  requestBackendAssertion,
  sessionRejected,
  startMfa,
  step,
} from './mfa.ts'
import type { Answer, Service } from './service.ts'
import { type Device, newDevice, newName, readBody, signUpUser } from './situations.ts'

/** How a single-use credential is used, the `at`th time, and the queries that find one row if it was used once. */
export type RaceSubject = { use(node: Service, at: number): Promise<Answer>; once: readonly string[] }
type Rejection = { status: number; msg: string | RegExp; msgCode: string }
export type Race = {
  what: string
  begin(service: Service): Promise<RaceSubject>
  lost: Rejection | readonly Rejection[]
}

/** The application of the raced flows: every factor completes one. */
export const racedSettings = {
  mfaPolicy: 'signIn: passkey:auth, otp:email, external; signUp: passkey:reg, otp:email',
  crossAuthMethods: ['otp', 'otp:email'],
  refreshTokens: true,
  refreshReuseSeconds: 0,
} as const

const refreshRejected = { status: 401, msg: 'The refresh token is not valid', msgCode: 'unauthorized' }
const codeRejected = {
  status: 400,
  msg: 'The code is wrong, expired, or already used. Request a new one.',
  msgCode: 'bad_request',
  reason: 'invalid_code',
}
const selectFlows = (userId: string) =>
  `select id from events where user_id = '${userId}' and type = 'fido2.mfa.success'`

const passkeyRace = (what: string, path: string, payload?: string): Race => ({
  what,
  lost: sessionRejected,
  async begin(service) {
    const { device, username, userId } = await signUpUser(service)
    const started = await startMfa(service, username, { payload })
    const body = assertion(device, started, { as: payload === undefined ? 'passkey:auth' : 'passkey:tx' })
    return { use: (node) => step(node, started)(path, body), once: [selectFlows(userId)] }
  },
})

/** One credential that is presented in as many flows as there are runners. */
const inEveryFlow = async (service: Service, username: string, runners: number) =>
  Promise.all(Array.from({ length: runners }, () => startMfa(service, username)))

/** Everything in MFA flows that can be used only once. */
export const mfaRaces = (runners: number): readonly Race[] => [
  passkeyRace('verifications of a passkey in one flow', 'passkey/auth'),
  passkeyRace('signatures of one payload in a flow', 'passkey/tx', 'Pay 1 €'),
  {
    what: 'registrations in one flow',
    // The losers find the username taken, the credential stored, or the step spent.
    lost: [sessionRejected, factorRejected],
    async begin(service) {
      const started = await startMfa(service, newName())
      const body = creation(newDevice(), started)
      const { credentialId } = body.creationResult
      return {
        use: (node) => step(node, started)('passkey/reg', body),
        once: [`select id from passkeys where credential_id = '${credentialId}'`],
      }
    },
  },
  {
    what: 'flows with one backend assertion',
    lost: [sessionRejected, factorRejected],
    async begin(service) {
      const { username, userId } = await signUpUser(service)
      const token = await requestBackendAssertion(service, username)
      const started = await inEveryFlow(service, username, runners)
      return {
        use: (node, at) => step(node, started[at]!)('third-party/verify', { token }),
        once: [selectFlows(userId)],
      }
    },
  },
  {
    what: 'flows with one code',
    lost: [codeRejected, sessionRejected],
    async begin(service) {
      const username = newName()
      const [first, ...more] = await inEveryFlow(service, username, runners)
      const asked = readBody<{ session: string }>(await step(service, first!)('otp/request', { method: 'email' }))
      const otp = await codeAt(service, username)
      const sessions = [asked, ...more]
      return {
        use: (node, at) => step(node, sessions[at]!)('otp/verify', { otp }),
        once: [`select id from users where username = '${username}'`],
      }
    },
  },
  {
    what: 'exchanges of one refresh token',
    lost: refreshRejected,
    async begin(service) {
      const { device, username } = await signUpUser(service)
      const { refreshToken } = await signInByPasskey(service, username, device)
      return { use: (node) => node.post('/mfa/refresh', { refreshToken }), once: [] }
    },
  },
]

const signInByPasskey = async (service: Service, username: string, device: Device) =>
  readCompletedFlow(await authenticate(service, await startMfa(service, username), { device }))
