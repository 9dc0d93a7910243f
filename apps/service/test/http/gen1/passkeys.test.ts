import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AssertionInit,
  type AttestationInit,
  type Authentication,
  alreadyRegistered,
  asserted,
  assertGen1Rejected,
  attested,
  gen1Backend,
  gen1SignIn,
  invalidRequest,
  notAuthenticated,
  notCreated,
  signUpGen1User,
} from '@thumbturn/service-harness/gen1.ts'
import { origin, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  newDevice,
  newName,
  readBody,
  readClaims,
  signUpUser,
  startRegistration,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'
import type { CreationOptions } from '../../../src/core/flows/registration/options.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

const registerInit = '//register/fido2/init'
const loginInit = '//authenticate/fido2/init'
const loginComplete = '//authenticate/fido2/complete'

anyEngine('first-generation passkeys', (fresh) => {
  const running = useService(fresh)
  const started = async (username = newName(), body: object = {}) => {
    const backend = await gen1Backend(running())
    const call = (slashes: string) => backend.call('auth.register', slashes.slice(1), { username, ...body })
    return { backend, username, opened: readBody<AttestationInit>(await call(registerInit)) }
  }

  test('a user signs up and in: the response names the client, credential, and user, and the token names the user', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const opened = readBody<AttestationInit>(
      await backend.call('auth.register', '/register/fido2/init', {
        username: 'Ada',
        options: { display_name: 'Ada L' },
      }),
    )
    const { user, credential_uuid } = opened.attestation_payload
    assert.deepEqual({ name: user.name, displayName: user.displayName }, { name: 'Ada', displayName: 'Ada L' })
    const device = newDevice()
    const attestation_payload = attested(device, opened)
    const options = { credential_name: 'My phone' }
    const response = await backend.open('/register/fido2/complete', { attestation_payload, options })
    const { jwt = '', ...body } = readBody<Authentication>(response)
    assert.deepEqual(body, {
      client: { id: 'demo', type: 'directweb' },
      credential: { uuid: credential_uuid, type: 'fido2', name: 'My phone' },
      user: { id: user.id, username: 'Ada', namespace_id: 'demo' },
      is_authenticated: true,
    })
    const { aud, sub, udata, credID } = readClaims(jwt)
    assert.deepEqual({ aud, sub, udata, credID }, { aud: 'demo', sub: user.id, udata: 'Ada', credID: credential_uuid })
    const again = readBody<Authentication>(await gen1SignIn(backend, { device, username: 'ADA' }))
    assert.deepEqual({ ...again, jwt: undefined }, { ...body, jwt: undefined })
  })

  test('a new browser, which has no register_session yet and sends null, can sign up', async () => {
    const options = { register_session: null, display_name: null, override_name: '', roaming_authenticator: null }
    const { backend, opened, username } = await started(newName(), { options })
    assert.equal(opened.attestation_payload.user.name, username)
    const attestation_payload = attested(newDevice(), opened)
    const named = { options: { credential_name: null }, no_jwt: null, username: '' }
    const { credential, jwt } = readBody<Authentication>(
      await backend.open('/register/fido2/complete', { attestation_payload, ...named }),
    )
    assert.ok(credential.name.length > 0)
    assert.ok(jwt)
  })

  test('starting an operation stores only the nonces of its tokens', async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const { username } = await signUpGen1User(backend)
    const { spent_sessions: spent, ...before } = await stored(service.database)
    for (const name of [username, newName('unknown')])
      readBody(await backend.call('auth.login', '/authenticate/fido2/init', { username: name }))
    readBody(await backend.call('auth.register', '/register/fido2/init', { username: newName() }))
    const { spent_sessions: after, ...rest } = await stored(service.database)
    assert.deepEqual(rest, before)
    assert.equal(after!.length, spent!.length + 3)
  })

  test('no_jwt omits the token from the body and the headers', async () => {
    const { backend, opened } = await started()
    const attestation_payload = attested(newDevice(), opened)
    const response = await backend.open('/register/fido2/complete', { attestation_payload, no_jwt: true })
    assert.equal('jwt' in readBody<Authentication>(response), false)
    assert.doesNotMatch(response.text + JSON.stringify(response.headers), /eyJ/)
  })

  test('options request a roaming authenticator and a different display name', async () => {
    const options = { roaming_authenticator: true, override_name: 'Countess' }
    const { opened } = await started(newName(), { options })
    const { user, authenticatorSelection } = opened.attestation_payload as unknown as CreationOptions
    assert.equal(user.name, 'Countess')
    assert.equal(authenticatorSelection.authenticatorAttachment, 'cross-platform')
  })

  test('a username that is taken is rejected, in any spelling', async () => {
    const backend = await gen1Backend(running())
    const { username } = await signUpUser(running())
    for (const name of [username, ` ${username.toUpperCase()} `])
      assertGen1Rejected(
        await backend.call('auth.register', '/register/fido2/init', { username: name }),
        alreadyRegistered,
      )
  })

  test('a challenge expires, and is invalid for another operation, client, or installation', async () => {
    const service = running()
    const { backend, opened } = await started()
    const device = newDevice()
    const attestation_payload = attested(device, opened)
    const other = await createApplication(service.core, { id: 'third', rpId: 'localhost', origins: [origin] })
    const foreign = await gen1Backend(service, { application: other })
    const complete = (changes: object) =>
      backend.open('/register/fido2/complete', { attestation_payload: { ...attestation_payload, ...changes } })
    assertGen1Rejected(await foreign.open('/register/fido2/complete', { attestation_payload }), notCreated)
    const assertion_payload = { ...attestation_payload, authenticator_data: 'AAAA', signature: 'AAAA' }
    assertGen1Rejected(await backend.open('/authenticate/fido2/complete', { assertion_payload }), notAuthenticated)
    const { challenge } = attestation_payload
    for (const wrong of [`${challenge}A`, challenge.slice(0, -4), `_${challenge.slice(1)}`])
      assertGen1Rejected(await complete({ challenge: wrong }), notCreated)
    assert.equal((await complete({ challenge: 'short' })).status, 400)
    service.clock.advance(300_000)
    assertGen1Rejected(await complete({}), notCreated)
  })

  test("the challenge of one registration can't complete another", async () => {
    const service = running()
    const [one, two] = [await started(), await started()]
    const signed = attested(newDevice(), one.opened)
    const swapped = { ...signed, challenge: two.opened.attestation_payload.challenge }
    assertGen1Rejected(await one.backend.open('/register/fido2/complete', { attestation_payload: swapped }), notCreated)
    // A session of the current API doesn't work either, although it contains a challenge.
    const current = await startRegistration(service, newName())
    const answered = attested(newDevice(), {
      attestation_payload: { ...current.registrationRequestOptions, credential_uuid: 'x', challenge: current.session },
    } as AttestationInit)
    assertGen1Rejected(
      await one.backend.open('/register/fido2/complete', { attestation_payload: answered }),
      notCreated,
    )
  })

  test("another user's passkey doesn't sign in, and an unknown username gets decoys that never do", async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const [ada, mallory] = [await signUpGen1User(backend), await signUpGen1User(backend)]
    const unknownUser = newName('unknown')
    const startFor = async (username: string) =>
      readBody<AssertionInit>(await backend.call('auth.login', '/authenticate/fido2/init', { username }))
    for (const username of [ada.username, unknownUser]) {
      const { assertion_payload: options } = await startFor(username)
      assert.deepEqual(Object.keys(options).sort(), [
        'allowCredentials',
        'challenge',
        'rpId',
        'timeout',
        'userVerification',
      ])
      const forced = asserted(mallory.device, { assertion_payload: { ...options, allowCredentials: [] } })
      assertGen1Rejected(
        await backend.open('/authenticate/fido2/complete', { assertion_payload: forced }),
        notAuthenticated,
      )
    }
    const decoys = (await startFor(unknownUser)).assertion_payload.allowCredentials
    assert.deepEqual(decoys, (await startSignIn(service, unknownUser)).assertionOptions.allowCredentials)
  })

  for (const alias of ['', '/api', '/api/native', '/apps/demo', '/apps/demo/api/native']) {
    test(`every path is also served below "${alias || '/'}", including the short ones`, async () => {
      const service = running()
      const backend = await gen1Backend(service)
      const username = newName()
      const device = newDevice()
      const init = await backend.call('auth.register', `${alias}/register/init`, { username })
      const attestation_payload = attested(device, readBody<AttestationInit>(init))
      readBody(await backend.open(`${alias}/register/complete`, { attestation_payload }))
      const login = await backend.call('auth.login', `${alias}/authenticate/init`, { username })
      const assertion_payload = asserted(device, readBody<AssertionInit>(login))
      readBody(await backend.open(`${alias}/authenticate/complete`, { assertion_payload }))
      readBody(await service.ask('GET', `/${alias}/keys?client_id=demo`))
    })
  }

  test('paths outside this generation are unaffected: /api/ itself, /health, /admin, and the demo', async () => {
    const service = running()
    assert.equal((await service.ask('GET', '//health')).status, 200)
    for (const path of ['//api/', '//api', '//api/health', '//api/admin/v1/applications', '//apiregister/init'])
      assert.equal((await service.ask('GET', path)).status, 404, path)
    assert.equal((await service.ask('GET', '//admin/v1/applications')).status, 401)
  })

  test('the key of a token is found by its ID, as PEM and in a JWKS', async () => {
    const service = running()
    const { jwt = '' } = await signUpGen1User(await gen1Backend(service))
    const [head, payload, signature] = jwt.split('.')
    const { kid } = JSON.parse(Buffer.from(head!, 'base64url').toString()) as { kid: string }
    const response = await service.ask('GET', `//certs?kid=${kid}&client_id=demo`)
    assert.match(String(response.headers['content-type']), /^text\/plain/)
    assert.match(response.text, /^-----BEGIN PUBLIC KEY-----\n/)
    const key = createPublicKey(response.text)
    const signed = Buffer.from(`${head}.${payload}`)
    const raw = Buffer.from(signature!, 'base64url')
    assert.ok(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, raw))
    const { keys } = readBody<{ keys: { kid: string }[] }>(await service.ask('GET', '//apps/demo/keys'))
    assert.ok(keys.some((one) => one.kid === kid))
    assert.doesNotMatch(JSON.stringify(keys), /"[dpqk]":/)
    assertGen1Rejected(await service.ask('GET', '//certs?kid=x&client_id=demo'), [404, 'not_found'])
    assertGen1Rejected(await service.ask('GET', '//keys?client_id=unknown'), [404, 'client_not_found'])
  })

  test('the response echoes Request-ID, even for an error, unless the value could corrupt a log', async () => {
    const service = running()
    const ask = (id: string) =>
      service.ask('POST', `/${loginComplete.slice(1)}`, { body: {}, headers: { 'request-id': id } })
    const response = await ask('req-17')
    assert.equal(response.headers['request-id'], 'req-17')
    assertGen1Rejected(response, invalidRequest)
    for (const odd of ['a b', 'é', 'x'.repeat(129)]) assert.equal('request-id' in (await ask(odd)).headers, false)
  })

  test('a page can send Request-ID', async () => {
    const service = running()
    const preflight = await service.ask('OPTIONS', loginInit, { headers: { origin } })
    assert.match(String(preflight.headers['access-control-allow-headers']), /request-id/)
  })
})
