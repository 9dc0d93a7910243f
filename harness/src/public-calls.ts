import type { AssertionOptions } from '@thumbturn/testkit'
import { newDevice } from './situations.ts'

/** The application under test: it doesn't reveal its users, and offers codes besides passkeys. */
export const strict = {
  enumeration: 'strict',
  registrationRequiresToken: true,
  crossAuthMethods: ['otp', 'otp:email'],
  mfaPolicy: 'passkey-or-otp',
} as const

/**
 * A call and its response, in the process or over a real connection. `path` is below the application's API, unless it
 * starts with `//`.
 */
export type PublicCall = { path: string; body?: unknown; token?: string }
export type Client = (call: PublicCall) => Promise<{ status: number; body: unknown }>

/**
 * How a public operation could reveal whether a user exists: the call about that username, after anything else an
 * unauthenticated caller can do first. Otherwise, a sentence that says why the operation has nothing to reveal.
 */
export type Question = { about(client: Client, username: string): Promise<PublicCall> }
export type Probe = { asks: Readonly<Record<string, Question>> } | { names: 'no user'; because: string }

const app = { id: 'demo' }
const deviceInfo = { clientName: 'Chrome', osName: 'Linux' }
const user = (username: string) => ({ app, deviceInfo, user: { username } })
const guess = (username: string) => ({ ...user(username), authCode: '000000' })
const createProvingUser = (username: string) => ({ username, authCode: '000000' })
const transaction = (username: string) => ({ username, txType: 'raw', txPayload: 'Pay 1 €', nonce: 'once' })

type SignInStart = { session: string; assertionOptions: AssertionOptions & { allowCredentials: { id: string }[] } }

/** Starts a flow that a caller can start with a passkey of their own, or with none. */
async function startFlow(client: Client, path: string, body: object): Promise<SignInStart> {
  const response = await client({ path, body })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(response.body)}`)
  return response.body as SignInStart
}

const ownDevice = newDevice()
ownDevice.create({
  rp: { id: 'localhost', name: 'Demo' },
  user: { id: 'c3RyYW5nZXI', name: 'stranger', displayName: 'Stranger' },
  challenge: 'AAAA',
  pubKeyCredParams: [{ alg: -7 }],
})

/** An assertion that is valid except that it comes from the attacker's own passkey, under the ID of a listed one. */
function forged({ assertionOptions }: SignInStart) {
  const listed = assertionOptions.allowCredentials[0]!.id
  const { userHandle, ...assertion } = ownDevice.get({ ...assertionOptions, allowCredentials: [] })
  return { ...assertion, credentialId: listed }
}

const own = ({ assertionOptions }: SignInStart) => ownDevice.get({ ...assertionOptions, allowCredentials: [] })

type Assertion = ReturnType<typeof own> | ReturnType<typeof forged>
const confirmation = ({ credentialId: keyHandle, clientDataJSON: clientData, ...rest }: Assertion) => ({
  keyHandle,
  clientData,
  authenticatorData: rest.authenticatorData,
  signature: rest.signature,
})

const signIn = (sign: (started: SignInStart) => Assertion): Question => ({
  async about(client, username) {
    const started = await startFlow(client, '/auth/init', user(username))
    return { path: '/auth/complete', body: { session: started.session, assertionResult: sign(started) } }
  },
})

const confirm = (sign: (started: SignInStart) => Assertion): Question => ({
  async about(client, username) {
    const started = await startFlow(client, '/tx/init', transaction(username))
    return { path: '/tx/complete', body: { session: started.session, ...confirmation(sign(started)) } }
  },
})

type MfaStart = { session: string; next: { action: { name: string }; options?: { value: string }[] }[] }

/** A step of an MFA flow for a username, with a body that can depend on the options of its first action. */
const mfaStep = (step: string, readBody: (started: SignInStart) => object, payload?: string): Question => ({
  async about(client, username) {
    const { session, next } = (await startFlow(client, '/mfa/begin', {
      ...user(username),
      payload,
    })) as unknown as MfaStart
    const value = next.find(({ action }) => action.name === (payload ? 'passkey:tx' : 'passkey:auth'))!.options![0]!
      .value
    const assertionOptions = JSON.parse(Buffer.from(value, 'base64url').toString()) as SignInStart['assertionOptions']
    return { path: `/mfa/${step}`, token: session, body: readBody({ session, assertionOptions }) }
  },
})

const createAssertionBody = (sign: (started: SignInStart) => Assertion) => (started: SignInStart) => ({
  assertionResult: sign(started),
})
const creation = { creationResult: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', credentialId: 'AAAA' } }

/** A first-generation code for a credential that an attacker doesn't know. */
const gen1Guess = (username: string) => ({ client_id: 'demo', username, credential_uuid: 'unknown', otp: '000000' })

/** The first generation's transaction. */
const gen1Tx = (username: string) => ({
  client_id: 'demo',
  username,
  tx_type: 'text',
  tx_payload: 'Pay 1 €',
  nonce: 'once',
})

const confirmGen1 = (sign: (started: SignInStart) => Assertion): Question => ({
  async about(client, username) {
    const path = '//tx/init'
    const started = (await startFlow(client, path, gen1Tx(username))) as unknown as {
      tx_id: string
      assertion_options: SignInStart['assertionOptions']
    }
    const assertion = sign({ session: '', assertionOptions: started.assertion_options })
    const body = {
      client_id: 'demo',
      tx_id: started.tx_id,
      key_handle: assertion.credentialId,
      client_data: assertion.clientDataJSON,
      auth_data: assertion.authenticatorData,
      sign_data: assertion.signature,
    }
    return { path: '//tx/complete', body }
  },
})

const asked = (path: string, body: (username: string) => object): Question => ({
  about: async (_, username) => ({ path, body: body(username) }),
})

/**
 * Every operation that an unauthenticated caller can use, by its name in the contract. A new public operation without a
 * row here fails a test. Status, headers, body, and time must reveal nothing; `npm run torture -- enumeration` measures the
 * time.
 */
export const probes: Readonly<Record<string, Probe>> = {
  jwks: { names: 'no user', because: 'an application has keys, not a user' },
  version: { names: 'no user', because: 'it takes nothing' },
  invitationAccept: { names: 'no user', because: 'a username is looked at only after the secret of an invitation' },
  invitationLookUp: { names: 'no user', because: 'it takes the secret of an invitation and no username' },
  ssoOptions: { names: 'no user', because: 'it lists providers' },
  ssoStart: { names: 'no user', because: 'it looks at the domain of an email address alone' },
  ssoComplete: {
    names: 'no user',
    because: 'the provider names the user, after the browser proved that it started there',
  },
  ssoBackChannelLogout: { names: 'no user', because: 'it takes a token that the provider signed' },
  sessionCreate: { names: 'no user', because: 'only the holder of an access token can exchange it' },
  deviceDiscover: { names: 'no user', because: 'only the holder of a trust item’s key can ask for it' },
  // If anyone can sign up, `action` reveals that a username is taken, as in every sign-up: see apps/docs/docs/security.mdx.
  // The strict application tested here requires a token.
  regInit: { asks: { 'sign up': asked('/reg/init', user) } },
  regComplete: { names: 'no user', because: 'its session comes from reg/init, which requires a token' },
  authInit: { asks: { 'sign in': asked('/auth/init', user) } },
  authComplete: {
    asks: { 'use your own passkey': signIn(own), 'forge an assertion of a listed passkey': signIn(forged) },
  },
  authOtpEmail: { asks: { 'ask for a code': asked('/auth/otp/email', user) } },
  authOtpSms: { asks: { 'ask for a code': asked('/auth/otp/sms', user) } },
  authOtpVerify: { asks: { guess: asked('/auth/otp/verify', guess) } },
  profileEmailVerify: { asks: { guess: asked('/profile/email/verify', createProvingUser) } },
  profilePhoneVerify: { asks: { guess: asked('/profile/phone/verify', createProvingUser) } },
  txInit: { asks: { confirm: asked('/tx/init', transaction) } },
  txComplete: {
    asks: { 'use your own passkey': confirm(own), 'forge an assertion of a listed passkey': confirm(forged) },
  },
  mfaBegin: { asks: { begin: asked('/mfa/begin', user) } },
  mfaPayload: { asks: { 'sign something': mfaStep('payload', () => ({ payload: 'Pay 1 €' })) } },
  mfaPasskeyAuth: {
    asks: {
      'use your own passkey': mfaStep('passkey/auth', createAssertionBody(own)),
      'forge an assertion of a listed passkey': mfaStep('passkey/auth', createAssertionBody(forged)),
    },
  },
  mfaPasskeyTx: {
    asks: {
      'use your own passkey': mfaStep('passkey/tx', createAssertionBody(own), 'Pay 1 €'),
      'forge an assertion of a listed passkey': mfaStep('passkey/tx', createAssertionBody(forged), 'Pay 1 €'),
    },
  },
  mfaPasskeyReg: { asks: { 'create a passkey unasked': mfaStep('passkey/reg', () => creation) } },
  mfaOtpRequest: { asks: { 'have a code sent': mfaStep('otp/request', () => ({ method: 'email' })) } },
  mfaOtpVerify: { asks: { 'guess a code': mfaStep('otp/verify', () => ({ otp: '000000' })) } },
  mfaThirdPartyVerify: { asks: { 'assert another user': mfaStep('third-party/verify', () => ({ token: 'garbage' })) } },
  mfaRefresh: { names: 'no user', because: "a refresh token is its holder's own" },
  registerFido2Complete: { names: 'no user', because: "it completes what a backend started, with the backend's token" },
  authenticateFido2Complete: {
    names: 'no user',
    because: "it completes what a backend started, with the backend's token",
  },
  authenticatePublicKeyComplete: {
    names: 'no user',
    because: "it completes what a backend started, with the backend's token",
  },
  fido2Complete: { names: 'no user', because: "it completes what a backend started, with the backend's token" },
  ownCodeComplete: { names: 'no user', because: "it completes what a backend started, with the backend's token" },
  ownCodeCompleteTyped: { names: 'no user', because: "it completes what a backend started, with the backend's token" },
  totpComplete: {
    asks: {
      'guess a code of an app that waits': asked('//credentials/totp/complete', (username) => ({
        client_id: 'demo',
        username,
        credential_uuid: 'unknown',
        otp: '000000',
      })),
    },
  },
  phoneComplete: { asks: { 'guess a code of a phone that waits': asked('//credentials/phone/complete', gen1Guess) } },
  emailComplete: {
    asks: { 'guess a code of an address that waits': asked('//credentials/email/complete', gen1Guess) },
  },
  authenticatePhoneComplete: { asks: { 'guess a code': asked('//authenticate/phone/complete', gen1Guess) } },
  authenticateEmailComplete: { asks: { 'guess a code': asked('//authenticate/email/complete', gen1Guess) } },
  gen1TxInit: { asks: { confirm: asked('//tx/init', gen1Tx) } },
  gen1TxComplete: {
    asks: {
      'use your own passkey': confirmGen1(own),
      'forge an assertion of a listed passkey': confirmGen1(forged),
    },
  },
  foreignCredentialComplete: { names: 'no user', because: 'it always fails' },
  authenticateForeignComplete: { names: 'no user', because: 'it always fails' },
  certs: { names: 'no user', because: 'an application has keys, not a user' },
  keys: { names: 'no user', because: 'an application has keys, not a user' },
  openidConfiguration: { names: 'no user', because: 'an application has metadata, not a user' },
  authorizationServerMetadata: { names: 'no user', because: 'an application has metadata, not a user' },
  authorize: { names: 'no user', because: 'a login_hint is only shown on the page: no user is looked up' },
  authorizePost: { names: 'no user', because: 'a login_hint is only shown on the page: no user is looked up' },
  pushedAuthorization: { names: 'no user', because: 'a login_hint is sealed: no user is looked up' },
  token: { names: 'no user', because: 'the service sealed the codes and refresh tokens that it takes' },
  introspect: { names: 'no user', because: 'it takes a token that the service issued' },
  revoke: { names: 'no user', because: 'it takes a token that the service issued' },
  userinfo: { names: 'no user', because: 'it takes a token that the service issued' },
  userinfoPost: { names: 'no user', because: 'it takes a token that the service issued' },
  siteCheck: { names: 'no user', because: 'it takes a cookie that the service sealed' },
  siteStart: { names: 'no user', because: 'the user is known only after the sign-in' },
  siteCallback: { names: 'no user', because: 'it takes a code that the service sealed' },
  siteSignOut: { names: 'no user', because: 'it takes a cookie that the service sealed' },
  siteDenied: { names: 'no user', because: 'it shows the same page to every user' },
  deviceAuthorization: { names: 'no user', because: 'a device begins before its user is known' },
  endSession: {
    names: 'no user',
    because: 'it takes an ID token that the service issued, and the cookie of the browser',
  },
  endSessionPost: { names: 'no user', because: 'it takes an ID token that the service issued' },
  clientEventSubmit: {
    asks: {
      'report about a sign-in': {
        async about(client, username) {
          const { session: token } = await startFlow(client, '/auth/init', user(username))
          return { path: '/client-events/submit', body: { event: 'NotAllowedError' }, token }
        },
      },
    },
  },
}

const ownSession = { names: 'no user', because: 'it is about the user of the session in the cookie' } as const
const sealedRequest = { names: 'no user', because: 'it takes a request that the service sealed' } as const
const deviceProof = { names: 'no user', because: 'it takes a challenge that the service sealed' } as const

/** The same for the calls of hosted pages, by their name in the contract. */
export const pageProbes: Readonly<Record<string, Probe>> = {
  requestShow: { names: 'no user', because: 'a login_hint is only shown: no user is looked up' },
  sessionCreate: { names: 'no user', because: 'only the holder of an access token can exchange it' },
  sessionEnd: ownSession,
  signOutConfirm: sealedRequest,
  requestContinue: sealedRequest,
  consentDecide: sealedRequest,
  deviceShow: { names: 'no user', because: 'it takes the code of a device, which no user has yet' },
  deviceDecide: { names: 'no user', because: 'it takes the code of a device, which no user has yet' },
  deviceBind: deviceProof,
  deviceBindingRenew: { names: 'no user', because: 'it takes an ID that the service signed' },
  accountShow: ownSession,
  profileChange: ownSession,
  accountSessionEnd: ownSession,
  programRevoke: ownSession,
  accountExport: ownSession,
  accountDelete: ownSession,
}
