import { createApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { admin, fromDashboard, inviteWith, newMember, owner } from '@thumbturn/service-harness/members.ts'
import { assertion, completed, startMfa } from '@thumbturn/service-harness/mfa.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import {
  app,
  deviceInfo,
  newDevice,
  newName,
  readClaims,
  requestGrant,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'

import { browserLifetimes } from './browser-lifetimes.ts'
import type { Lifetime } from './lifetime.ts'
import { openidLifetimes } from './openid-lifetimes.ts'

/** Settings of the application whose lifetimes are checked; the others are the defaults. */
export const settings = { crossAuthMethods: ['otp'], refreshTokens: true, ceremonySeconds: 900 } as const

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const ceremonyMs = settings.ceremonySeconds * second
const inCeremony = { lifeMs: ceremonyMs, recordedMs: ceremonyMs }

const readEnd = (token: string) => Number(readClaims(token).exp) * second

/** Everything that ends by the clock. Add an entry here for each new kind. */
export const lifetimes: readonly Lifetime[] = [
  {
    name: 'registration',
    ...inCeremony,
    async prepare(node) {
      const { session, registrationRequestOptions } = await startRegistration(node, newName())
      const body = { session, creationResult: newDevice().create(registrationRequestOptions) }
      return { use: (other) => other.post('/reg/complete', body) }
    },
  },
  {
    name: 'sign-in',
    ...inCeremony,
    async prepare(node) {
      const { device, username } = await signUpUser(node)
      const { session, assertionOptions } = await startSignIn(node, username)
      const body = { session, assertionResult: device.get(assertionOptions) }
      return { use: (other) => other.post('/auth/complete', body) }
    },
  },
  {
    name: 'transaction',
    ...inCeremony,
    async prepare(node) {
      const { device, username } = await signUpUser(node)
      const body = transactionAnswer(device, await startTransaction(node, username))
      return { use: (other) => other.post('/tx/complete', body) }
    },
  },
  {
    name: 'step of a flow',
    lifeMs: 10 * minute,
    recordedMs: 30 * minute,
    async prepare(node) {
      const { device, username } = await signUpUser(node)
      const started = await startMfa(node, username)
      const body = assertion(device, started)
      return { use: (other) => other.post('/mfa/passkey/auth', body, { token: started.session }) }
    },
  },
  {
    name: 'access token',
    lifeMs: 10 * minute,
    async prepare(node) {
      const { jwtAccess: token } = await signUpUser(node)
      return { use: (other) => other.ask('GET', '/passkeys', { token }), endsAt: readEnd(token), token }
    },
  },
  {
    name: 'grant',
    lifeMs: minute,
    async prepare(node) {
      const username = newName()
      const token = await requestGrant(node, username, ['reg:write'])
      const body = { app, deviceInfo, user: { username } }
      return { use: (other) => other.post('/reg/init', body, { token }), endsAt: readEnd(token), token }
    },
  },
  {
    name: 'refresh token',
    lifeMs: 30 * 24 * hour,
    async prepare(node) {
      const { refreshToken } = (await completed(node)).done
      return { use: (other) => other.post('/mfa/refresh', { refreshToken }), endsAt: readEnd(refreshToken) }
    },
  },
  {
    name: 'one-time code',
    lifeMs: 10 * minute,
    async prepare(node) {
      const { jwtAccess: token, username } = await signUpUser(node)
      const { code } = (await node.post('/auth/otp', undefined, { token })).body as { code: string }
      const body = { app, authCode: code, user: { username } }
      return { use: (other) => other.post('/auth/otp/verify', body) }
    },
  },
  {
    name: 'API key',
    lifeMs: hour,
    async prepare({ core, application, clock }) {
      const endsAt = clock.now() + hour
      const key = { name: 'test', scopes: ['user:read'], expiresAt: endsAt }
      const { text: token } = await createApiKey({ ...core, now: clock.now }, application, key)
      // Finds no user, which only a valid key learns.
      const path = '/mgmt/users/find?username=unknown'
      const use = async (other: Service) => {
        const found = await other.ask('GET', path, { token })
        return found.status === 404 ? { ...found, status: 200 } : found
      }
      return { use, endsAt }
    },
  },
  {
    name: 'service token',
    lifeMs: 5 * minute,
    toleranceMs: minute,
    async prepare(node) {
      const { token, client_id } = await gen1Backend(node)
      const body = { client_id, username: newName() }
      const given = { token: token('auth.register') }
      return {
        use: (other) => other.post('//register/fido2/init', body, given),
        endsAt: readIssue(given.token) + 5 * minute,
      }
    },
  },
  {
    name: 'invitation',
    lifeMs: 24 * hour,
    async prepare(node) {
      const { core, clock } = node
      const token = await inviteWith({ ...node, core: { ...core, now: clock.now } }, [owner])
      const body = { token, username: newName() }
      return { use: (other) => other.post(`${admin}/invitations/accept`, body, { headers: fromDashboard }) }
    },
  },
  {
    name: 'member session without a call',
    lifeMs: 12 * hour,
    async prepare(node) {
      const { cookie } = await newMember(node)
      return { use: (other) => other.ask('GET', `${admin}/applications`, { headers: { ...fromDashboard, cookie } }) }
    },
  },
  {
    name: 'confirmation of a member session',
    lifeMs: 5 * minute,
    async prepare(node) {
      const { cookie, csrfToken } = await newMember(node)
      const headers = { ...fromDashboard, cookie, 'x-csrf-token': csrfToken }
      const body = { roles: [owner] }
      return { use: (other) => other.post(`${admin}/invitations`, body, { headers }) }
    },
  },
  ...openidLifetimes,
  ...browserLifetimes,
]

const readIssue = (authorization: string) => Number(readClaims(authorization).iat) * second
