import { toTotpStep, generateTotp as totpCode } from '@thumbturn/service/core/flows/credentials/totp.ts'
import { anotherPasskey } from './backend.ts'
import { sentCode, shownCode, verifyCode } from './codes.ts'
import {
  type AssertionInit,
  type AttestationInit,
  asserted,
  attested,
  type Gen1Backend,
  gen1Backend,
  gen1SignIn,
  newKeys,
  signedJwt,
  toPem,
} from './gen1.ts'
import { assertion, authenticate, readCompletedFlow, requestBackendAssertion, startMfa, step } from './mfa.ts'
import type { Answer, Service } from './service.ts'
import {
  apiKey,
  app,
  completeRegistration,
  type Device,
  deviceInfo,
  newDevice,
  readBody,
  requestGrant,
  type SignedUpUser,
  signIn,
  startRegistration,
  startSignIn,
  startTransaction,
  type Tokens,
  transactionAnswer,
} from './situations.ts'

/** Settings under which an account can be opened by every method. */
export const signInMethods = {
  mfaPolicy: 'signIn: passkey:auth, otp:email, external; signUp: passkey:reg, otp:email',
  crossAuthMethods: ['otp', 'otp:email', 'otp:sms'],
  refreshTokens: true,
} as const

/** A way to open or change an account, and how it is used; each is used once. */
export type SignInMethod = { what: string; use(): Promise<Answer> }

export type Account = Pick<SignedUpUser, 'username' | 'userId' | 'passkeyId' | 'device' | 'jwtAccess'> & {
  service: Service
  backend: Gen1Backend
  /** The token issued for the password at sign-up. */
  passwordToken: string
}

const password = 'correct horse battery'
const twice = { password, password_confirmation: password }

/** A user who signed up with a password in the first generation and then added a passkey. */
export async function signUpWithEveryMethod(service: Service, username: string): Promise<Account> {
  const backend = await gen1Backend(service)
  const signUp = await backend.call('auth.register', '/register/password', { username, ...twice })
  const { jwt: passwordToken } = readBody<{ jwt: string }>(signUp)
  const device = newDevice()
  const started = await startRegistration(service, username, { token: passwordToken })
  const completed = await completeRegistration(service, started, { device })
  return { service, backend, username, device, passwordToken, ...readBody<Tokens>(completed) }
}

/** Uses each one, and lists those that were accepted. */
export async function listAccepted(ways: readonly SignInMethod[]): Promise<string[]> {
  const opened: string[] = []
  for (const { what, use } of ways) {
    const { status } = await use()
    if (status < 300) opened.push(what)
  }
  return opened
}

/** Everything issued to a user that is valid until it expires; the call that deletes a passkey comes last. */
export async function issueEverything(account: Account): Promise<SignInMethod[]> {
  return [
    ...(await startSessions(account)),
    ...(await startGen1Sessions(account)),
    ...(await createCodes(account)),
    ...(await startMfaFlows(account)),
    ...(await listTokenCalls(account)),
  ]
}

const completion = (service: Service, started: Awaited<ReturnType<typeof startRegistration>>) => {
  return completeRegistration(service, started)
}

async function startSessions({ service, username, device, jwtAccess }: Account): Promise<SignInMethod[]> {
  const byToken = await startRegistration(service, undefined, { token: jwtAccess })
  const byGrant = await startRegistration(service, undefined, {
    token: await requestGrant(service, username, ['reg:write']),
  })
  const signingIn = await startSignIn(service, username)
  const assertionResult = device.get(signingIn.assertionOptions)
  const transaction = transactionAnswer(device, await startTransaction(service, username))
  return [
    { what: 'a registration started with a token', use: () => completion(service, byToken) },
    { what: 'a registration started with a grant', use: () => completion(service, byGrant) },
    {
      what: 'a started sign-in',
      use: () => service.post('/auth/complete', { session: signingIn.session, assertionResult }),
    },
    { what: 'a started transaction', use: () => service.post('/tx/complete', transaction) },
  ]
}

async function startGen1Sessions({ backend, username, device }: Account): Promise<SignInMethod[]> {
  const own = readBody<AssertionInit>(
    await backend.call('codes.self_generate', '/codes/short/generate/fido2/init', { username }),
  )
  const forced = readBody<AttestationInit>(
    await backend.call('credentials.force_add', '/credentials/fido2/init/force', { username }),
  )
  return [
    {
      what: 'a passkey challenge that generates a code',
      use: () => backend.open('/codes/short/generate/fido2/complete', { assertion_payload: asserted(device, own) }),
    },
    {
      what: 'a registration started by a backend',
      use: () =>
        backend.open('/credentials/fido2/complete', { username, attestation_payload: attested(newDevice(), forced) }),
    },
  ]
}

/** An access code for that purpose, authorized by the backend. */
async function accessCode({ backend, username }: Account, type: string, purpose: string) {
  const body = { username, purpose, authorize: true }
  const { code } = readBody<{ code: string }>(await backend.call('codes.generate', `/codes/${type}/generate`, body))
  return { code, type }
}

async function createCodes(account: Account): Promise<SignInMethod[]> {
  const { service, backend, username, jwtAccess } = account
  const shown = await shownCode(service, jwtAccess)
  const entering = await accessCode(account, 'long', 'temporary_authentication')
  const adding = await accessCode(account, 'phrase', 'add_credential')
  return [
    { what: 'a code shown on a device', use: () => verifyCode(service, username, shown) },
    {
      what: 'an authorized access code',
      use: () =>
        backend.call('auth.temporary', '/authenticate/code/wait', {
          username,
          authentication_code: entering,
          no_wait: true,
        }),
    },
    {
      what: 'an access code for a credential',
      use: () =>
        backend.call('credentials.add', '/credentials/password/code', {
          username,
          authentication_code: adding,
          ...twice,
        }),
    },
  ]
}

async function startMfaFlows({ service, username, device }: Account): Promise<SignInMethod[]> {
  const { accessToken, refreshToken } = await flowCompleted(service, { username, device })
  const [byPasskey, byBackend] = [await startMfa(service, username), await startMfa(service, username)]
  const token = await requestBackendAssertion(service, username)
  const later = await requestBackendAssertion(service, username)
  return [
    { what: 'a refresh token', use: () => service.post('/mfa/refresh', { refreshToken }) },
    { what: 'the access token of a flow', use: () => service.ask('GET', '/passkeys', { token: accessToken }) },
    {
      what: 'a started flow, with a passkey',
      use: () => step(service, byPasskey)('passkey/auth', assertion(device, byPasskey)),
    },
    {
      what: 'a started flow, with a backend assertion',
      use: () => step(service, byBackend)('third-party/verify', { token }),
    },
    {
      what: 'a backend assertion in a new flow',
      use: async () => step(service, await startMfa(service, username))('third-party/verify', { token: later }),
    },
  ]
}

const flowCompleted = async (service: Service, { username, device }: { username: string; device: Device }) =>
  readCompletedFlow(await authenticate(service, await startMfa(service, username), { device }))

/** Every route that takes a token, with the token of a passkey; the call that deletes another passkey comes last. */
export async function listTokenCalls({ service, username, jwtAccess: token }: Account): Promise<SignInMethod[]> {
  const { passkeyId } = await anotherPasskey(service, token)
  const grant = await requestGrant(service, username, ['reg:write'])
  const { text: key } = await apiKey(service)
  const registering = { app, deviceInfo, user: { username } }
  return [
    { what: 'a grant', use: () => service.post('/reg/init', registering, { token: grant }) },
    { what: 'GET /passkeys', use: () => service.ask('GET', '/passkeys', { token }) },
    {
      what: 'PUT /passkeys/{id}',
      use: () => service.ask('PUT', `/passkeys/${passkeyId}`, { token, body: { name: 'Mine' } }),
    },
    { what: 'POST /auth/otp', use: () => service.post('/auth/otp', undefined, { token }) },
    { what: 'POST /reg/init', use: () => service.post('/reg/init', registering, { token }) },
    {
      what: 'POST /proxy/reg/init',
      use: () => service.post('/proxy/reg/init', { ...registering, app: { ...app, token } }, { token: key }),
    },
    {
      what: 'POST /mgmt/token/verify',
      use: () => service.post('/mgmt/token/verify', { jwtAccess: token }, { token: key }),
    },
    { what: 'DELETE /passkeys/{id}', use: () => service.ask('DELETE', `/passkeys/${passkeyId}`, { token }) },
  ]
}

/** Decodes the secret the way an authenticator app does. */
export function decodeBase32(base32: string): Buffer {
  const bits = [...base32].map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
  const octets = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(octets.map((octet) => Number.parseInt(octet, 2)))
}

/** Credentials of every kind; the call that replaces the password comes last. */
export async function listCredentials(account: Account): Promise<SignInMethod[]> {
  return [
    ...createPasskeyMethods(account),
    ...(await createTotp(account)),
    ...(await createPublicKey(account)),
    ...(await startEmailVerification(account)),
    ...(await createPassword(account)),
  ]
}

const createPasskeyMethods = ({ service, backend, username, device }: Account): SignInMethod[] => [
  {
    what: 'a passkey with a username',
    use: async () => {
      const { session, assertionOptions } = await startSignIn(service, username)
      // An account without passkeys gets decoys, so the device signs with the passkey it has.
      const assertionResult = device.get({ ...assertionOptions, allowCredentials: [] })
      return service.post('/auth/complete', { session, assertionResult })
    },
  },
  { what: 'a passkey without a username', use: () => signIn(service, { device }) },
  { what: 'a passkey of the first generation', use: () => gen1SignIn(backend, { device }) },
  {
    what: 'a passkey in a flow',
    use: async () => {
      const started = await startMfa(service)
      return step(service, started)('passkey/auth', assertion(device, started))
    },
  },
]

type TotpInit = { credential_uuid: string; secret: string }

async function createTotp({ service, backend, username }: Account): Promise<SignInMethod[]> {
  const init = async () =>
    readBody<TotpInit>(await backend.call('credentials.force_add', '/credentials/totp/init/force', { username }))
  const codeAt = (secret: string, steps = 0) => totpCode(decodeBase32(secret), toTotpStep(service.clock.now()) + steps)
  const { credential_uuid, secret } = await init()
  readBody(await backend.open('/credentials/totp/complete', { username, credential_uuid, otp: codeAt(secret, -1) }))
  const waiting = await init()
  return [
    {
      what: 'an authenticator app',
      use: () => backend.call('auth.login', '/authenticate/totp', { username, otp: codeAt(secret) }),
    },
    {
      what: 'an authenticator app that awaits its first code',
      use: () => {
        const { credential_uuid: id } = waiting
        const body = { username, credential_uuid: id, otp: codeAt(waiting.secret) }
        return backend.open('/credentials/totp/complete', body)
      },
    },
  ]
}

async function createPublicKey({ backend, username }: Account): Promise<SignInMethod[]> {
  const { publicKey, privateKey } = newKeys()
  const key = { publickey_alg: 'ES256', publickey: toPem(publicKey) }
  const options = { credential_name: 'Phone' }
  readBody(await backend.call('credentials.force_add', '/credentials/publickey', { username, ...key, options }))
  const begin = async () =>
    readBody<{ challenge_id: string; server_nonce: string }>(
      await backend.call('auth.login', '/authenticate/publickey/init', { username, ...key }),
    )
  const complete = ({ challenge_id, server_nonce }: Awaited<ReturnType<typeof begin>>) =>
    backend.open('/authenticate/publickey/complete', {
      username,
      challenge_id,
      assertion: signedJwt(privateKey, { server_nonce }),
    })
  const started = await begin()
  return [
    { what: 'a pending challenge of a public key', use: () => complete(started) },
    { what: 'a public key', use: async () => complete(await begin()) },
  ]
}

/** The code that an authenticator app with that secret, in Base32, shows at a time. */
export const showTotp = (secret: string, at: number) => totpCode(decodeBase32(secret), toTotpStep(at))

let waiting = 0

async function startEmailVerification({ service, backend, username }: Account): Promise<SignInMethod[]> {
  const email = `waiting-${++waiting}@attacker.example`
  const { credential_uuid } = readBody<{ credential_uuid: string }>(
    await backend.call('credentials.force_add', '/credentials/email/init/force', { username, email }),
  )
  const otp = await sentCode(service, email)
  return [
    {
      what: 'a code to an unverified contact',
      use: () => backend.open('/credentials/email/complete', { username, credential_uuid, otp }),
    },
  ]
}

async function createPassword({ service, backend, username, passwordToken: token }: Account): Promise<SignInMethod[]> {
  const { code } = readBody<{ code: string }>(
    await backend.call('credentials.add_recovery', '/credentials/recovery-code', { username }),
  )
  const changed = { old_password: password, new_password: password, new_password_confirmation: password }
  const recovering = { username, authentication_code: { code, type: 'recovery' }, ...twice }
  return [
    { what: 'a password', use: () => backend.call('auth.login', '/authenticate/password', { username, password }) },
    { what: 'the token of a password', use: () => service.ask('GET', '/passkeys', { token }) },
    {
      what: 'a password change',
      use: () => backend.call('credentials.replace', '/credentials/password/change', { username, ...changed }),
    },
    {
      what: 'a recovery code',
      use: () => backend.call('credentials.replace', '/credentials/password/recover', recovering),
    },
  ]
}
