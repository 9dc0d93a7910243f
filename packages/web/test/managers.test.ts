import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { createClient, createMemoryTokenStore, Thumbturn, toAssertionResult, toCreationResult } from '../src/index.ts'
import { bytes, createdCredential, openPage, type PageOptions, signedCredential } from './browser.ts'
import { startRecorder, until } from './recorder.ts'

// The values that password managers, extensions, and WebViews return instead of those of the standard.

/** An object of the extension, which Firefox doesn't let the page read. */
const denied = () =>
  new Proxy(Object.create(null), {
    get() {
      throw new Error('Permission denied to access object')
    },
  })

/** A method of the browser's class, called on an object that only inherits from it. */
const illegal = () => {
  throw new TypeError('Illegal invocation')
}

const inherited = {
  getTransports: illegal,
  getAuthenticatorData: illegal,
  getPublicKey: illegal,
  getPublicKeyAlgorithm: illegal,
}

const elsewhere = (...values: number[]): ArrayBuffer =>
  runInNewContext(`Uint8Array.from([${values}]).buffer`) as ArrayBuffer

const viewed = (...values: number[]) => Uint8Array.from([9, ...values, 9]).subarray(1, values.length + 1)

const circular: Record<string, unknown> = { rk: true }
circular.self = circular

/** The ID and what the authenticator signed. */
const needed = { credentialId: 'AQID', clientDataJSON: 'e30', attestationObject: 'oA' }
const plain = { clientDataJSON: bytes(123, 125), attestationObject: bytes(160) }
const reports = {
  authenticatorData: 'CQk',
  publicKey: 'MFk',
  publicKeyAlgorithm: -7,
  transports: ['internal', 'hybrid'],
}
const none = { clientExtensionResults: {} }
const extended = (getClientExtensionResults: unknown) => ({ ...createdCredential(), getClientExtensionResults })
const json = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  clientExtensionResults: { credProps: { rk: true } },
  response: { clientDataJSON: 'e30', attestationObject: 'oA', ...reports },
}

/** Each with the credential, and with what the service gets. */
const creations: Record<string, [credential: object, sent: object]> = {
  'getters that return objects of another realm': [
    createdCredential({ ...plain, getPublicKey: denied, getAuthenticatorData: denied, getTransports: denied }),
    { ...needed, publicKeyAlgorithm: -7, ...none },
  ],
  'getters that are inherited from the browser': [createdCredential(inherited), { ...needed, ...none }],
  'a toJSON() that is inherited from the browser': [
    { ...createdCredential(), toJSON: illegal },
    { ...needed, ...reports, ...none },
  ],
  'no getters': [
    { rawId: bytes(1, 2, 3), response: plain },
    { ...needed, ...none },
  ],
  'getters that return nothing': [
    createdCredential({
      getTransports: () => null,
      getPublicKey: () => null,
      getAuthenticatorData: () => undefined,
      getPublicKeyAlgorithm: () => null,
    }),
    { ...needed, ...none },
  ],
  'getters that return empty values': [
    createdCredential({
      getTransports: () => [],
      getPublicKey: () => '',
      getAuthenticatorData: () => bytes(),
      getPublicKeyAlgorithm: () => '',
    }),
    { ...needed, transports: [], ...none },
  ],
  'getters that return promises': [
    createdCredential({ getTransports: async () => ['usb'], getPublicKey: async () => bytes(48) }),
    { ...needed, authenticatorData: 'CQk', publicKeyAlgorithm: -7, ...none },
  ],
  'an algorithm that is a text': [
    createdCredential({ getPublicKeyAlgorithm: () => '-7' }),
    { ...needed, ...reports, publicKeyAlgorithm: undefined, ...none },
  ],
  'an algorithm that is no whole number': [
    createdCredential({ getPublicKeyAlgorithm: () => Number.NaN }),
    { ...needed, ...reports, publicKeyAlgorithm: undefined, ...none },
  ],
  'transports that are a text': [
    createdCredential({ getTransports: () => 'internal' }),
    { ...needed, ...reports, transports: undefined, ...none },
  ],
  'transports of which some are none': [
    createdCredential({ getTransports: () => ['', null, 7, 'smart card', 'usb', 'x'.repeat(33)] }),
    { ...needed, ...reports, transports: ['usb'], ...none },
  ],
  'far too many transports': [
    createdCredential({ getTransports: () => Array(99).fill('usb') }),
    { ...needed, ...reports, transports: Array(16).fill('usb'), ...none },
  ],
  'views in place of buffers': [
    {
      rawId: viewed(1, 2, 3),
      response: { clientDataJSON: viewed(123, 125), attestationObject: new DataView(bytes(160)) },
    },
    { ...needed, ...none },
  ],
  'buffers of another realm': [
    {
      rawId: elsewhere(1, 2, 3),
      response: { clientDataJSON: elsewhere(123, 125), attestationObject: elsewhere(160), getPublicKey: elsewhere },
    },
    { ...needed, ...none },
  ],
  'arrays of numbers': [
    { rawId: [1, 2, 3], response: { clientDataJSON: [123, 125], attestationObject: [160] } },
    { ...needed, ...none },
  ],
  'base64 in place of bytes': [
    { rawId: 'AQID', response: { clientDataJSON: 'e30=', attestationObject: 'oA==', getPublicKey: () => '+/8=' } },
    { ...needed, publicKey: '-_8', ...none },
  ],
  'an ID without its bytes': [
    { id: 'AQID', response: plain },
    { ...needed, ...none },
  ],
  'bytes of the ID that the page cannot read': [
    { id: 'AQID', rawId: denied(), response: plain },
    { ...needed, ...none },
  ],
  'an ID in standard base64': [
    { id: '+/8=', response: plain },
    { ...needed, credentialId: '-_8', ...none },
  ],
  'objects without a prototype': [
    Object.assign(Object.create(null), { rawId: bytes(1, 2, 3), response: Object.assign(Object.create(null), plain) }),
    { ...needed, ...none },
  ],
  'frozen objects': [Object.freeze({ rawId: bytes(1, 2, 3), response: Object.freeze(plain) }), { ...needed, ...none }],
  'an attachment that is null, and no type': [
    { ...createdCredential(), authenticatorAttachment: null, type: undefined },
    { ...needed, ...reports, ...none },
  ],
  'nothing but the JSON form': [
    { toJSON: () => json },
    { ...needed, ...reports, clientExtensionResults: { credProps: { rk: true } } },
  ],
  'the JSON form itself': [json, { ...needed, ...reports, clientExtensionResults: { credProps: { rk: true } } }],
  'a response that the page cannot read, next to the JSON form': [
    { id: 'AQID', response: denied(), toJSON: () => json },
    { ...needed, ...reports, clientExtensionResults: { credProps: { rk: true } } },
  ],
  'results of extensions that are missing': [extended(undefined), { ...needed, ...reports, ...none }],
  'results of extensions that are null': [extended(() => null), { ...needed, ...reports, ...none }],
  'results of extensions that are undefined': [extended(() => undefined), { ...needed, ...reports, ...none }],
  'results of extensions that are inherited': [extended(illegal), { ...needed, ...reports, ...none }],
  'results of extensions that the page cannot read': [extended(denied), { ...needed, ...reports, ...none }],
  'results of extensions of another type': [
    extended(() => ({ credProps: true, prf: { enabled: null }, largeBlob: 'no', uvm: [[2n]], appid: false })),
    { ...needed, ...reports, clientExtensionResults: { appid: false } },
  ],
  'results of extensions that JSON cannot hold': [
    extended(() => ({ credProps: circular, prf: { enabled: true, results: { first: bytes(1) } }, credBlob: () => 1 })),
    { ...needed, ...reports, clientExtensionResults: { credProps: { rk: true }, prf: { enabled: true } } },
  ],
}

async function managedPage(t: TestContext, page: PageOptions) {
  openPage(page)
  const service = await startRecorder(t)
  const client = createClient({ baseUrl: service.baseUrl, appId: 'demo', tokenStore: createMemoryTokenStore() })
  return { ...service, thumbturn: new Thumbturn(client) }
}

const strip = (value: unknown) => JSON.parse(JSON.stringify(value))

for (const [what, [credential, sent]] of Object.entries(creations)) {
  test(`a manager's credential with ${what} is registered`, async (t) => {
    const { thumbturn, request } = await managedPage(t, { create: async () => credential })
    assert.equal((await thumbturn.createPasskey('ada')).isAuthenticated, true)
    const { creationResult } = request('POST /reg/complete')!.body as { creationResult: object }
    assert.deepEqual(creationResult, strip(sent))
    assert.deepEqual(strip(toCreationResult(credential as never)), creationResult)
  })
}

const signed = { credentialId: 'AQID', clientDataJSON: 'e30', authenticatorData: 'CQk', signature: '__4' }
const answer = { clientDataJSON: bytes(123, 125), authenticatorData: bytes(9, 9), signature: bytes(255, 254) }

const assertions: Record<string, [credential: object, sent: object]> = {
  'a user handle that is null': [signedCredential({ userHandle: null }), signed],
  'a user handle that is an empty text': [signedCredential({ userHandle: '' }), signed],
  'an empty user handle': [signedCredential({ userHandle: bytes() }), signed],
  'no user handle': [{ rawId: bytes(1, 2, 3), response: answer }, signed],
  'a user handle that the page cannot read': [signedCredential({ userHandle: denied() }), signed],
  'a user handle in base64': [signedCredential({ userHandle: '+/8=' }), { ...signed, userHandle: '-_8' }],
  'a user handle that is a view': [signedCredential({ userHandle: viewed(1) }), { ...signed, userHandle: 'AQ' }],
  'results of extensions that are null': [{ ...signedCredential(), getClientExtensionResults: () => null }, signed],
  'results of extensions that are undefined': [{ ...signedCredential(), getClientExtensionResults: () => {} }, signed],
  'results of extensions that are inherited': [{ ...signedCredential(), getClientExtensionResults: illegal }, signed],
  'a blob of another type': [
    { ...signedCredential(), getClientExtensionResults: () => ({ largeBlob: { blob: 7 } }) },
    signed,
  ],
  'a toJSON() that is inherited from the browser': [{ ...signedCredential(), toJSON: illegal }, signed],
  'an ID without its bytes': [{ id: 'AQID', response: answer }, signed],
  'views in place of buffers': [
    {
      rawId: new DataView(bytes(1, 2, 3)),
      response: {
        clientDataJSON: viewed(123, 125),
        authenticatorData: viewed(9, 9),
        signature: new DataView(bytes(255, 254)),
      },
    },
    signed,
  ],
  'buffers of another realm': [
    {
      rawId: elsewhere(1, 2, 3),
      response: {
        clientDataJSON: elsewhere(123, 125),
        authenticatorData: elsewhere(9, 9),
        signature: elsewhere(255, 254),
      },
    },
    signed,
  ],
  'base64 in place of bytes': [
    { id: 'AQID', response: { clientDataJSON: 'e30=', authenticatorData: 'CQk=', signature: '//4=' } },
    signed,
  ],
  'nothing but the JSON form': [
    {
      toJSON: () => ({
        id: 'AQID',
        response: { clientDataJSON: 'e30', authenticatorData: 'CQk', signature: '__4', userHandle: '' },
      }),
    },
    signed,
  ],
  'objects without a prototype': [
    Object.assign(Object.create(null), { rawId: bytes(1, 2, 3), response: Object.assign(Object.create(null), answer) }),
    signed,
  ],
}

for (const [what, [credential, sent]] of Object.entries(assertions)) {
  test(`a manager's credential with ${what} signs in`, async (t) => {
    const { thumbturn, request } = await managedPage(t, { get: async () => credential })
    const { isAuthenticated, ...result } = await thumbturn.authenticateWithPasskey('ada')
    assert.deepEqual([isAuthenticated, 'largeBlob' in result], [true, false])
    const { assertionResult } = request('POST /auth/complete')!.body as { assertionResult: object }
    assert.deepEqual(assertionResult, sent)
    assert.deepEqual(strip(toAssertionResult(credential as never)), sent)
  })
}

test('a manager that returns no promise signs up and in', async (t) => {
  const create = () => createdCredential() as never
  const { thumbturn } = await managedPage(t, { create, get: () => signedCredential() as never })
  assert.equal((await thumbturn.createPasskey('ada')).isAuthenticated, true)
  assert.equal((await thumbturn.authenticateWithPasskey('ada')).isAuthenticated, true)
})

test('hints that are no list do not reach the browser', async (t) => {
  const { baseUrl } = await startRecorder(t)
  const page = openPage({ get: async () => signedCredential() })
  const thumbturn = new Thumbturn({ baseUrl, appId: 'demo' })
  for (const hints of ['hybrid', null, 7]) {
    await thumbturn.createPasskey('ada', { hints: hints as never })
    await thumbturn.authenticateWithPasskey('ada', { hints: hints as never })
  }
  for (const { publicKey } of [...page.created, ...page.asked]) assert.ok(!('hints' in publicKey!))
})

test('data stored with the passkey arrives in any form', async (t) => {
  for (const blob of [bytes(7), viewed(7), elsewhere(7), 'Bw==']) {
    const get = async () => ({ ...signedCredential(), getClientExtensionResults: () => ({ largeBlob: { blob } }) })
    const { thumbturn } = await managedPage(t, { get })
    const signedIn = await thumbturn.authenticateWithPasskey('ada')
    assert.deepEqual('largeBlob' in signedIn && new Uint8Array(signedIn.largeBlob!), Uint8Array.of(7))
  }
})

const ceremonies = {
  'a sign-up': (thumbturn: Thumbturn) => thumbturn.createPasskey('ada'),
  'a sign-in': (thumbturn: Thumbturn) => thumbturn.authenticateWithPasskey('ada'),
  'an autofill': (thumbturn: Thumbturn) => thumbturn.authenticateWithPasskeyAutofill(),
  'a transaction': (thumbturn: Thumbturn) => thumbturn.confirmTransaction('ada', { txPayload: 'Pay' }),
  'a derived key': (thumbturn: Thumbturn) => thumbturn.deriveKey({ purpose: 'notes', credentialIds: ['AQID'] }),
}
const webauthn = { isConditionalMediationAvailable: async () => true }

for (const [what, start] of Object.entries(ceremonies)) {
  for (const nothing of [null, undefined]) {
    test(`${what} for which a manager returns ${nothing} is canceled, and not reported`, async (t) => {
      const page = { webauthn, create: async () => nothing, get: async () => nothing }
      const { thumbturn, calls } = await managedPage(t, page)
      await assert.rejects(start(thumbturn), { name: 'PasskeyError', code: 'ERROR_PASSKEY_ABORTED' })
      await thumbturn.listPasskeys()
      assert.ok(!calls().some((call) => /submit|complete/.test(call)), String(calls()))
    })
  }

  for (const [kind, cause] of [
    ['nothing', undefined],
    ['a text', 'locked'],
    ['an object that the page cannot read', denied()],
    ['an object with another name', { name: 7 }],
  ] as const) {
    test(`${what} that a manager rejects with ${kind} is a PasskeyError`, async (t) => {
      const reject = () => Promise.reject(cause)
      const { thumbturn } = await managedPage(t, { webauthn, create: reject, get: reject })
      await assert.rejects(start(thumbturn), { name: 'PasskeyError', code: 'ERROR_GENERAL_ERROR' })
    })
  }
}

test('an error with a long text is reported in part', async (t) => {
  const get = () => Promise.reject(new DOMException('x'.repeat(9000), 'UnknownError'))
  const { thumbturn, request, calls } = await managedPage(t, { get })
  await assert.rejects(thumbturn.authenticateWithPasskey('ada'), { code: 'ERROR_AUTHENTICATOR_UNKNOWN_ERROR' })
  await until(() => calls().includes('POST /client-events/submit'))
  assert.equal((request('POST /client-events/submit')!.body as { event: string }).event.length, 2048)
})

test('a page where a manager removed navigator.credentials has no WebAuthn', async (t) => {
  const { thumbturn, calls } = await managedPage(t, {})
  Object.assign(navigator, { credentials: undefined })
  await assert.rejects(thumbturn.authenticateWithPasskey('ada'), { message: /^No WebAuthn/ })
  assert.deepEqual(calls(), [])
})
