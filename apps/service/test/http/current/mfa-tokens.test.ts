import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertion,
  authenticate,
  completed,
  confirm,
  factorRejected,
  type MfaNext,
  type MfaResult,
  offered,
  readCompletedFlow,
  readNextStep,
  readOptions,
  requestBackendAssertion,
  sessionRejected,
  startMfa,
  step,
  withSettings,
} from '@thumbturn/service-harness/mfa.ts'
import { origin, type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  app,
  assertRejected,
  deviceInfo,
  newName,
  readBody,
  readClaims,
  requestGrant,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'
import type { AssertionOptions } from '@thumbturn/testkit'
import type { PublicJwk } from '../../../src/core/ports/tokens.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Running = ReturnType<typeof useService>

anyEngine('MFA tokens', (fresh) => {
  const running = useService(fresh)
  claims(running)
  payloads(running)
  confusion(running)
  vouching(running)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const decoded = ({ payload }: MfaResult) => JSON.parse(Buffer.from(payload, 'base64').toString())

function claims(running: Running) {
  test('the tokens state who signed in, how, when, and where, each with its lifetime', async () => {
    const service = running()
    const { done, userId, username, passkeyId } = await completed(service)
    const now = service.clock.now() / 1000
    const standing = { aud: 'demo', iss: `${origin}/apps/demo`, rpId: 'localhost', iat: now }
    const { jti, ...id } = readClaims(done.idToken)
    assert.deepEqual(id, {
      tokenType: 'idToken',
      sub: userId,
      username,
      name: username,
      auth_time: now,
      amr: ['hwk', 'user', 'mfa'],
      acr: 'phr',
      ...standing,
      exp: now + 600,
    })
    const access = readClaims(done.accessToken)
    const signIn = readClaims((await signUpUser(service)).jwtAccess)
    assert.deepEqual(Object.keys(access).sort(), [...Object.keys(signIn), 'auth_time'].sort())
    assert.deepEqual([access.credID, access.scopes, access.exp], [passkeyId, signIn.scopes, now + 600])
    assert.equal(access.auth_time, now)
    const { tokenType, sub, exp } = readClaims(done.refreshToken)
    // A refresh token can't be exchanged while `refreshTokens` is off, so it expires with the access token.
    assert.deepEqual([tokenType, sub, exp], ['refreshToken', userId, now + 600])
  })

  test('the payload lists the factors and the signed payload, and verifies with a published key', async () => {
    const service = running()
    const { done, userId, passkeyId, device } = await completed(service)
    const { authFactors, contentSignatures, ...rest } = decoded(done)
    assert.deepEqual([rest, contentSignatures], [{}, []])
    assert.deepEqual(authFactors, {
      passkey: { id: passkeyId, val: device.credentials[0]!.id },
      deviceId: { id: done.deviceId, val: 'Chrome on Linux' },
    })
    const { tokenType, sub, aud, iat, exp, ...signed } = readClaims(done.payloadSignature)
    assert.deepEqual([tokenType, sub, aud, Number(exp) - Number(iat)], ['mfaPayload', userId, 'demo', 600])
    assert.deepEqual(signed.authFactors, authFactors)
    const { keys } = readBody<{ keys: PublicJwk[] }>(await service.ask('GET', '/.well-known/jwks.json'))
    const key = createPublicKey({ key: { ...keys[0]! }, format: 'jwk' })
    for (const token of [done.payloadSignature, done.idToken, done.accessToken, done.refreshToken]) {
      const [header, body, signature] = token.split('.')
      const text = Buffer.from(`${header}.${body}`)
      assert.ok(verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url')))
    }
  })
}

function payloads(running: Running) {
  const payload = 'Pay 25.00 € to Grace'

  test('a payload signed by a passkey is named in the tokens, can be verified by any party, and is stored', async () => {
    const service = running()
    const { device, username, userId, passkeyId } = await signUpUser(service)
    const started = await startMfa(service, username, { payload })
    assert.deepEqual(offered(started), ['passkey:tx'])
    const done = readCompletedFlow(await confirm(service, started, { device }))
    const { content, contentSignatures } = decoded(done)
    assert.equal(content, payload)
    const [{ txId, nonce, lNonce, txHash, ...signed }, ...more] = contentSignatures
    assert.deepEqual([more, txHash], [[], sha256(payload + nonce + lNonce)])
    const bound = [
      'transaction',
      'demo',
      txId,
      userId,
      'raw',
      Buffer.from(payload).toString('base64url'),
      nonce,
      lNonce,
    ]
    const clientData = JSON.parse(Buffer.from(signed.clientDataJSON, 'base64url').toString())
    assert.equal(clientData.challenge, sha256(JSON.stringify(bound)))
    assert.deepEqual([signed.publicKey, signed.credentialId], [done.passkeyInfo!.publicKey, device.credentials[0]!.id])
    assert.deepEqual([readClaims(done.accessToken).txHash, readClaims(done.accessToken).lNonce], [txHash, lNonce])

    const { text } = await apiKey(service, ['user:read'])
    const found = readBody<object>(await service.ask('GET', `/mgmt/transactions/${txId}`, { token: text }))
    assert.partialDeepStrictEqual(found, { txId, userId, username, txPayload: payload, nonce, txHash, passkeyId })
  })

  test('a payload can be attached later and replaced; only the latest one can be signed', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const started = await startMfa(service, username)
    const first = readBody<MfaNext>(await step(service, started)('payload', { payload: 'Pay 1 €' }))
    const last = readBody<MfaNext>(await step(service, first)('payload', { payload }))
    const challenge = (of: MfaNext) => readOptions<AssertionOptions>(of, 'passkey:tx').challenge
    assert.notEqual(challenge(first), challenge(last))
    const before = await stored(service.database)
    for (const earlier of [first, { ...started, next: [{ ...started.next[0]!, action: first.next[0]!.action }] }])
      assertRejected(
        await step(service, last)('passkey/tx', assertion(device, earlier, { as: 'passkey:tx' })),
        factorRejected,
      )
    assert.deepEqual(offered(readNextStep(await step(service, last)('passkey/auth', assertion(device, started)))), [
      'passkey:tx',
    ])
    assert.deepEqual(await stored(service.database), before)
    assert.equal(decoded(readCompletedFlow(await confirm(service, last, { device }))).content, payload)
    // The sessions of a step are spent together.
    assertRejected(await authenticate(service, started, { device }), sessionRejected)
    assertRejected(await confirm(service, first, { device }), sessionRejected)
  })

  test('a signature counts only for its user and its flow', async () => {
    const service = running()
    const [ada, mallory] = [await signUpUser(service), await signUpUser(service)]
    const hers = await startMfa(service, ada.username, { payload })
    const signed = assertion(ada.device, hers, { as: 'passkey:tx' })
    for (const username of [ada.username, mallory.username]) {
      const other = await startMfa(service, username, { payload })
      assertRejected(await step(service, other)('passkey/tx', signed), factorRejected)
    }
    readCompletedFlow(await step(service, hers)('passkey/tx', signed))
  })

  test('a signature from an earlier step is in the final payload', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'two-factors' })
    const { device, username } = await signUpUser(service)
    const started = await startMfa(service, username, { payload })
    const second = readNextStep(await confirm(service, started, { device }))
    const token = await requestBackendAssertion(service, username)
    const { content, contentSignatures, authFactors } = decoded(
      readCompletedFlow(await step(service, second)('third-party/verify', { token })),
    )
    assert.deepEqual([content, contentSignatures.length, authFactors.external.val], [payload, 1, username])
  })

  test("a payload can't be attached after a passkey was used in the flow", async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'two-factors' })
    const { device, username } = await signUpUser(service)
    const started = await startMfa(service, username, { payload })
    const second = readNextStep(await confirm(service, started, { device }))
    const msg = "A passkey was already used in this flow, so the payload can't be changed. Start a new flow."
    const rejected = { status: 400, msg, msgCode: 'bad_request' }
    assertRejected(await step(service, second)('payload', { payload: 'Pay 9,999.00 € to Mallory' }), rejected)
    const unsigned = readNextStep(await authenticate(service, await startMfa(service, username), { device }))
    assertRejected(await step(service, unsigned)('payload', { payload }), rejected)
    const token = await requestBackendAssertion(service, username)
    assert.equal(
      decoded(readCompletedFlow(await step(service, second)('third-party/verify', { token }))).content,
      payload,
    )
  })

  test('the longest payload fits in a header, and a longer one is a bad request', async () => {
    const service = running()
    const username = 'ü'.repeat(256)
    for (const longest of ['"'.repeat(2000), '€'.repeat(666), '🔑'.repeat(500)]) {
      const { session } = await startMfa(service, username, {
        payload: longest,
        user: { displayName: 'ü'.repeat(256) },
      })
      assert.ok(session.length <= 8192, `${session.length}`)
    }
    const response = await service.post('/mfa/begin', { user: { username }, payload: '€'.repeat(667) })
    const msg = 'The payload has 2001 bytes in UTF-8; at most 2000 are allowed. Send its hash instead.'
    assertRejected(response, { status: 400, msg, msgCode: 'bad_request' })
  })
}

function confusion(running: Running) {
  test('each kind of token is accepted only where it belongs', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'external-then-passkey', refreshTokens: true })
    const { done, username } = await completed(service)
    const { text } = await apiKey(service)
    const tokens: Record<string, string> = {
      access: done.accessToken,
      id: done.idToken,
      refresh: done.refreshToken,
      payload: done.payloadSignature,
      external: await requestBackendAssertion(service, username),
      grant: await requestGrant(service, username, ['passkey:read', 'reg:write']),
    }
    const places: Record<string, { takes: string[]; ask: (token: string) => Promise<number> }> = {
      'GET /passkeys': {
        takes: ['access', 'grant'],
        ask: async (token) => (await service.ask('GET', '/passkeys', { token })).status,
      },
      'POST /reg/init': {
        takes: ['access', 'grant'],
        ask: async (token) => (await service.post('/reg/init', { app, deviceInfo }, { token })).status,
      },
      'POST /mgmt/token/verify': {
        takes: ['access'],
        ask: async (jwtAccess) => (await service.post('/mgmt/token/verify', { jwtAccess }, { token: text })).status,
      },
      'POST /mfa/third-party/verify': {
        takes: ['external'],
        ask: async (token) => {
          const response = await step(service, await startMfa(service, username))('third-party/verify', { token })
          return 'session' in (response.body as object) ? 200 : response.status
        },
      },
      'POST /mfa/payload': {
        takes: [],
        ask: async (token) => (await service.post('/mfa/payload', { payload: 'x' }, { token })).status,
      },
      'POST /mgmt/grant': {
        takes: [],
        ask: async (token) =>
          (await service.post('/mgmt/grant', { username, grants: ['reg:write'] }, { token })).status,
      },
      'POST /mfa/refresh': {
        takes: ['refresh'],
        ask: async (refreshToken) => (await service.post('/mfa/refresh', { refreshToken })).status,
      },
    }
    for (const [place, { takes, ask }] of Object.entries(places)) {
      for (const [kind, token] of Object.entries(tokens)) {
        const status = await ask(token)
        assert.equal(status < 300, takes.includes(kind), `${kind} at ${place}: ${status}`)
      }
    }
  })
}

function vouching(running: Running) {
  const verifying = (service: Service, started: MfaNext, token: string) =>
    step(service, started)('third-party/verify', { token })

  test('a backend assertion works once, for its user, at its application, for 60 seconds', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'external-then-passkey' })
    const [ada, mallory] = [await signUpUser(service), await signUpUser(service)]
    const bank = await createApplication(service.core, { id: 'bank', rpId: 'localhost', origins: [origin] })
    const started = await startMfa(service, ada.username)
    const token = await requestBackendAssertion(service, ada.username)
    assert.deepEqual(readClaims(token).aud, 'demo')
    assertRejected(await verifying(service, await startMfa(service, mallory.username), token), factorRejected)
    assertRejected(await verifying(service, await startMfa(service, newName()), token), factorRejected)
    assertRejected(
      await verifying(service, started, await requestBackendAssertion(service, ada.username, bank)),
      factorRejected,
    )
    assertRejected(await verifying(service, started, `${token}x`), factorRejected)
    const second = await startMfa(service, ada.username)
    readNextStep(await verifying(service, started, token))
    assertRejected(await verifying(service, second, token), sessionRejected)

    const late = await requestBackendAssertion(service, ada.username)
    service.clock.advance(59_999)
    readNextStep(
      await verifying(
        service,
        await startMfa(service, ada.username),
        await requestBackendAssertion(service, ada.username),
      ),
    )
    service.clock.advance(1)
    assertRejected(await verifying(service, second, late), factorRejected)
    readNextStep(
      await verifying(service, second, await requestBackendAssertion(service, ` ${ada.username.toUpperCase()}`)),
    )
  })

  test('a backend assertion for an unknown username is rejected once a user registers that username', async (t) => {
    const service = running()
    await withSettings(service, t, { mfaPolicy: 'external-then-passkey' })
    const username = newName()
    const early = await requestBackendAssertion(service, username)
    const started = await startMfa(service, username)
    await signUpUser(service, { username })
    assertRejected(await verifying(service, await startMfa(service, username), early), factorRejected)
    assertRejected(await verifying(service, started, await requestBackendAssertion(service, username)), factorRejected)
  })
}
