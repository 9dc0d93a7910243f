import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { addClientKey } from '@thumbturn/service/core/use-cases/clients/keys.ts'
import { type AssertionInit, toPem } from '@thumbturn/service-harness/gen1.ts'
import type { Answer } from '@thumbturn/service-harness/service.ts'
import { newName, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { type ServiceTokenRequest, signServiceToken } from '../src/index.ts'
import { catchError, useTestService } from './service.ts'
import { readClaims } from './tokens.ts'

const running = useTestService()

/** A backend with a client key registered with the application. */
async function createBackend() {
  const service = running()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await addClientKey(service.core, service.application, { name: 'sdk', publicKey: toPem(publicKey), by: 'test' })
  const token = (request: Partial<ServiceTokenRequest> & Pick<ServiceTokenRequest, 'scope'>) =>
    signServiceToken({ clientId: 'demo', privateKey, ...request })
  const call = (path: string, body: object, token: string): Promise<Answer> =>
    service.ask('POST', `/${path}`, { token: `Bearer ${token}`, body: { client_id: 'demo', ...body } })
  return { privateKey, publicKey, token, call }
}

const begin = '/authenticate/fido2/init'

test('a first-generation call accepts a signed token once', async () => {
  const { token, call } = await createBackend()
  const username = newName()
  const signed = await token({ scope: 'auth.login' })
  readBody<AssertionInit>(await call(begin, { username }, signed))
  assert.equal((await call(begin, { username }, signed)).status, 401)
  readBody(await call(begin, { username }, await token({ scope: ['auth.register', 'auth.login'] })))
})

test('every token has its own nonce and is valid for five minutes', async () => {
  const { token, call } = await createBackend()
  const now = Date.now()
  const nonces = await Promise.all(
    Array.from({ length: 20 }, async () => readClaims(await token({ scope: 'auth.login' })).nonce),
  )
  assert.equal(new Set(nonces).size, 20)
  for (const nonce of nonces) assert.match(nonce, /^[!-~]{16,128}$/)
  const old = await token({ scope: 'auth.login', now: now - 301_000 })
  assert.equal((await call(begin, { username: newName() }, old)).status, 401)
  readBody(await call(begin, { username: newName() }, await token({ scope: 'auth.login', now: now - 290_000 })))
})

test('a token is restricted to its scope, its user, and its payload', async () => {
  const service = running()
  const { token, call } = await createBackend()
  const { username, userId } = await signUpUser(service)
  assert.equal((await call(begin, { username }, await token({ scope: 'auth.register' }))).status, 403)
  readBody(await call(begin, { username }, await token({ scope: 'auth.login_restricted', username })))
  readBody(await call(begin, { username }, await token({ scope: 'auth.login_restricted', userId })))
  assert.equal(
    (await call(begin, { username }, await token({ scope: 'auth.login_restricted', username: newName() }))).status,
    403,
  )

  const transaction = { tx_type: 'text', tx_payload: 'Pay 25.00 € to Grace', nonce: newName('nonce'), username }
  const txPayload = transaction.tx_payload
  readBody(await call('/tx', transaction, await token({ scope: 'tx.create', txPayload })))
  const other = await token({ scope: 'tx.create', txPayload: 'Pay 2500 € to Mallory' })
  assert.equal((await call('/tx', transaction, other)).status, 403)
})

test('management calls accept a token with the client ID in a header', async () => {
  const service = running()
  const { token } = await createBackend()
  const { username, userId } = await signUpUser(service)
  const response = await service.ask('POST', '//manage/users/retrieve', {
    token: `Bearer ${await token({ scope: 'users.retrieve' })}`,
    headers: { 'x-client-id': 'demo' },
    body: { client_id: 'demo', username },
  })
  assert.equal(readBody<{ id: string }>(response).id, userId)
})

test('the key can be PEM in either format, a JWK, or a KeyObject', async () => {
  const { privateKey, call } = await createBackend()
  for (const key of [
    privateKey,
    privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
    privateKey.export({ format: 'pem', type: 'sec1' }) as string,
    privateKey.export({ format: 'jwk' }) as { kty: 'EC' },
  ]) {
    const token = await signServiceToken({ clientId: 'demo', privateKey: key, scope: 'auth.login' })
    readBody(await call(begin, { username: newName() }, token))
  }
})

test("other keys than private P-256 keys are rejected, and the message doesn't quote them", async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const wrong = [
    publicKey,
    toPem(createPublicKey(publicKey.export({ format: 'pem', type: 'spki' }))),
    generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey,
    generateKeyPairSync('ed25519').privateKey,
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
    pem.slice(0, 80),
    'secret',
    '',
    { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', d: 'secret' },
    undefined,
    null,
  ]
  for (const key of wrong) {
    const error = await catchError(
      signServiceToken({ clientId: 'demo', privateKey: key as never, scope: 'auth.login' }),
    )
    assert.deepEqual(
      [error.code, error.message],
      ['invalid_options', 'privateKey must be a private P-256 key, as PEM, JWK, or KeyObject'],
    )
  }
  for (const request of [{ scope: 'tx.create' }, { scope: 'auth.login', txPayload: 'x' }] as const)
    assert.equal(
      (await catchError(signServiceToken({ clientId: 'demo', privateKey: pem, ...request }))).code,
      'invalid_options',
    )
})
