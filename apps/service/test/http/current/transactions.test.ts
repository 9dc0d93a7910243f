import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { origin, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  createTransactionInput,
  newDevice,
  newName,
  readBody,
  readClaims,
  type SignedUpUser,
  signIn,
  signUpUser,
  startTransaction,
  type TransactionInit,
  transactionAnswer,
  transactionRejected,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Running = ReturnType<typeof useService>

type TransactionResult = {
  txId: string
  credentialId: string
  token: string
  jwtAccess: string
  txHash: string
  nonce: string
  lNonce: string
  authCred: { id: string; credentialId: string; lastUsedAt: string; device: string }
}

const computeHash = ({ txPayload, nonce, lNonce }: { txPayload: string; nonce: string; lNonce: string }) =>
  createHash('sha256').update(`${txPayload}${nonce}${lNonce}`).digest('base64url')

eachEngine('transaction confirmation', (fresh) => {
  const running = useService(fresh)
  const complete = (body: unknown, path = '/tx/complete') => running().post(path, body)
  const confirm = async ({ device, username }: SignedUpUser, changes: Parameters<typeof startTransaction>[2] = {}) =>
    complete(transactionAnswer(device, await startTransaction(running(), username, changes)))

  test("starting a confirmation requests the user's passkeys with user verification and a 32-byte challenge", async () => {
    const service = running()
    const { device, username } = await signUpUser(service, { device: newDevice({ transports: ['usb'] }) })
    const { txId, session, assertionOptions, ...rest } = await startTransaction(service, username)
    const { challenge, ...options } = assertionOptions
    assert.deepEqual(rest, {})
    assert.match(txId, /^[0-9a-f-]{36}$/)
    assert.ok(session.length >= 16 && session.length <= 8192)
    assert.equal(Buffer.from(challenge, 'base64url').length, 32)
    assert.deepEqual(options, {
      rpId: 'localhost',
      allowCredentials: [{ type: 'public-key', id: device.credentials[0]!.id, transports: ['usb'] }],
      timeout: 300_000,
      userVerification: 'required',
    })
  })

  test('a confirmed transaction has a response for every API generation, and its hash covers the submitted payload', async () => {
    const service = running()
    const { device, username, userId, passkeyId } = await signUpUser(service)
    readBody(await signIn(service, { device, username }))
    const wanted = createTransactionInput(username)
    const opened = readBody<TransactionInit>(await service.post('/tx/init', wanted))
    const body = readBody<TransactionResult>(await complete(transactionAnswer(device, opened)))
    const { txId, credentialId, token, jwtAccess, txHash, nonce, lNonce, authCred, ...rest } = body
    assert.deepEqual(rest, {})
    assert.equal(txId, opened.txId)
    assert.equal(credentialId, device.credentials[0]!.id)
    assert.equal(nonce, wanted.nonce)
    assert.equal(Buffer.from(lNonce, 'base64url').length, 32)
    assert.equal(txHash, computeHash({ ...wanted, lNonce }))
    assert.equal(token, jwtAccess)
    assert.deepEqual([authCred.id, authCred.credentialId], [passkeyId, credentialId])
    assert.equal(authCred.lastUsedAt, new Date(service.clock.now()).toISOString())
    assert.equal(authCred.device, 'Chrome on Linux')

    const claims = readClaims(token)
    const { sub, credID, tokenType, scopes, iat, exp } = claims
    assert.deepEqual(
      { sub, username: claims.username, credID, tokenType },
      expectedClaims({ userId, username, passkeyId }),
    )
    assert.deepEqual({ txHash: claims.txHash, nonce: claims.nonce, lNonce: claims.lNonce }, { txHash, nonce, lNonce })
    assert.equal((scopes as string[]).length, 6)
    assert.equal(Number(exp) - Number(iat), 600)
    readBody(await service.ask('GET', '/passkeys', { token }))
    const { text } = await apiKey(service)
    readBody(await service.post('/mgmt/token/verify', { jwtAccess: token }, { token: text }), 204)
  })

  test('a sign-in token contains no transaction claims', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const { jwtAccess } = readBody<{ jwtAccess: string }>(await signIn(service, { device, username }))
    for (const claim of ['txHash', 'nonce', 'lNonce']) assert.equal(claim in readClaims(jwtAccess), false)
  })

  test('the challenge differs from the payload and is new for every transaction', async () => {
    const service = running()
    const { username } = await signUpUser(service)
    const txPayload = 'x'.repeat(32)
    const wanted = createTransactionInput(username, { txPayload, nonce: 'again' })
    const challenges = new Set<string>()
    for (let count = 0; count < 20; count++) {
      const { assertionOptions } = readBody<TransactionInit>(await service.post('/tx/init', wanted))
      assert.doesNotMatch(Buffer.from(assertionOptions.challenge, 'base64url').toString('latin1'), /xxx|again/)
      challenges.add(assertionOptions.challenge)
    }
    assert.equal(challenges.size, 20)
  })

  test('no other payload, nonce, user, or type can replace what was signed', async () => {
    const service = running()
    const [ada, mallory] = [await signUpUser(service), await signUpUser(service)]
    const wanted = createTransactionInput(ada.username, { nonce: `n-${ada.username}` })
    const signed = readBody<TransactionInit>(await service.post('/tx/init', wanted))
    const others = [
      { ...wanted, txPayload: 'Pay 9999.00 € to Mallory' },
      { ...wanted, nonce: `${wanted.nonce}x` },
      { ...wanted, txPayload: `${wanted.txPayload}n`, nonce: wanted.nonce.slice(1) },
      { ...wanted, username: mallory.username },
      wanted,
    ]
    const before = await stored(service.database)
    for (const other of others) {
      const { session } = readBody<TransactionInit>(await service.post('/tx/init', other))
      assertRejected(await complete({ ...transactionAnswer(ada.device, signed), session }), transactionRejected)
    }
    assert.deepEqual(await stored(service.database), before)
    // Extra fields in the body are ignored.
    const observed = {
      txPayload: 'x',
      nonce: 'x',
      txType: 'x',
      username: mallory.username,
      userId: mallory.userId,
      txId: 'x',
    }
    const body = readBody<TransactionResult>(await complete({ ...transactionAnswer(ada.device, signed), ...observed }))
    assert.equal(body.txHash, computeHash({ ...wanted, lNonce: body.lNonce }))
    assert.equal(body.txId, signed.txId)
  })

  test('a user can use a nonce only once, however the transaction starts', async () => {
    const service = running()
    const [ada, grace] = [await signUpUser(service), await signUpUser(service)]
    const wanted = { nonce: 'once' }
    const early = await startTransaction(service, ada.username, wanted)
    const first = readBody<TransactionResult>(await confirm(ada, wanted))
    const before = await stored(service.database)
    assertRejected(await complete(transactionAnswer(ada.device, early)), transactionRejected)
    assertRejected(await confirm(ada, { ...wanted, txPayload: 'Something else' }), transactionRejected)
    assert.deepEqual(await stored(service.database), before)
    readBody(await confirm(grace, wanted))
    readBody(await confirm(ada, { nonce: 'Once' }))
    assert.equal(first.nonce, 'once')
  })

  limitsContract(running)
  retrievalContract(running)
})

const expectedClaims = ({ userId, username, passkeyId }: { userId: string; username: string; passkeyId: string }) => ({
  sub: userId,
  username,
  credID: passkeyId,
  tokenType: 'jwtAccess',
})

function limitsContract(running: Running) {
  test('the longest payload and nonce fit in a session, whatever the application name and the characters', async () => {
    const service = running()
    const id = `a${'x'.repeat(62)}`
    await createApplication(service.core, { id, rpId: 'localhost', origins: [origin] })
    for (const txPayload of ['"'.repeat(4000), '\u0001'.repeat(4000), '€'.repeat(1333), '🔑'.repeat(1000)]) {
      const wanted = createTransactionInput(newName(), { txPayload, nonce: '"\\'.repeat(64) })
      const opened = readBody<TransactionInit>(await service.post(`//apps/${id}/fido2/v2/tx/init`, wanted))
      assert.ok(opened.session.length <= 8192, `${opened.session.length}`)
    }
  })

  test('the longest payload is returned unchanged', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const { text: token } = await apiKey(service, ['user:read'])
    for (const txPayload of ['🔑'.repeat(1000), '"\\\r\n\t\u0001 \u2028{}', ' ', 'a'.repeat(4000), '\ufeffe\u0301']) {
      const opened = await startTransaction(service, username, { txPayload })
      const done = readBody<TransactionResult>(await service.post('/tx/complete', transactionAnswer(device, opened)))
      assert.equal(done.txHash, computeHash({ ...done, txPayload }))
      const found = readBody<{ txPayload: string }>(
        await service.ask('GET', `/mgmt/transactions/${opened.txId}`, { token }),
      )
      assert.equal(found.txPayload, txPayload)
    }
  })

  for (const [what, changes, msg] of [
    ['an empty payload', { txPayload: '' }, /`txPayload` must have at least 1 character\.$/],
    ['4,001 characters', { txPayload: 'x'.repeat(4001) }, /`txPayload` must have at most 4000 characters\.$/],
    [
      '4,002 bytes',
      { txPayload: '€'.repeat(1334) },
      'The payload has 4002 bytes in UTF-8; at most 4000 are allowed. Send its hash instead.',
    ],
    ['U+0000 in the payload', { txPayload: 'a\0b' }, /`txPayload` must be well-formed text without U\+0000\.$/],
    [
      'a lone surrogate in the payload',
      { txPayload: 'a\ud800b' },
      /`txPayload` must be well-formed text without U\+0000\.$/,
    ],
    ['an empty nonce', { nonce: '' }, /`nonce` must have at least 1 character\.$/],
    ['a nonce of 129 characters', { nonce: 'x'.repeat(129) }, /`nonce` must have at most 128 characters\.$/],
    ['a nonce with a space', { nonce: 'a b' }, /`nonce` must be printable ASCII without spaces\.$/],
    ['a nonce with non-ASCII characters', { nonce: 'é' }, /`nonce` must be printable ASCII without spaces\.$/],
    ['another type', { txType: '3ds_psd2' }, /`txType` must be `raw`\.$/],
    ['an empty name', { username: '' }, /`username` must have at least 1 character\.$/],
    ['a username of spaces', { username: '  ' }, /username is required and must not be empty/],
  ] as const) {
    test(`${what} is a bad request`, async () => {
      const response = await running().post('/tx/init', createTransactionInput(newName(), changes))
      assertRejected(response, { status: 400, msg, msgCode: 'bad_request' })
    })
  }
}

function retrievalContract(running: Running) {
  const read = (txId: string, token?: string, path = '') =>
    running().ask('GET', `${path}/mgmt/transactions/${encodeURIComponent(txId)}`, { token })
  const unknown = { status: 404, msg: 'There is no such transaction', msgCode: 'not_found' }

  test('a backend can read a confirmed transaction, also after the passkey was deleted', async () => {
    const service = running()
    const { device, username, userId, passkeyId } = await signUpUser(service)
    const wanted = createTransactionInput(username, { txPayload: 'Pay 25.00 € to Grace\n— really' })
    const opened = readBody<TransactionInit>(await service.post('/tx/init', wanted))
    const { text } = await apiKey(service, ['user:read'])
    assertRejected(await read(opened.txId, text), unknown)
    const done = readBody<TransactionResult>(await service.post('/tx/complete', transactionAnswer(device, opened)))
    await service.ask('DELETE', `/passkeys/${passkeyId}`, { token: done.token })
    assert.deepEqual(readBody(await read(opened.txId, text)), {
      txId: opened.txId,
      userId,
      username,
      txType: 'raw',
      txPayload: wanted.txPayload,
      nonce: wanted.nonce,
      lNonce: done.lNonce,
      txHash: done.txHash,
      passkeyId,
      createdAt: new Date(service.clock.now()).toISOString(),
    })
  })

  test('malformed IDs are not found', async () => {
    const service = running()
    const { device, username } = await signUpUser(service)
    const opened = await startTransaction(service, username)
    readBody(await service.post('/tx/complete', transactionAnswer(device, opened)))
    const { text } = await apiKey(service, ['user:read'])
    for (const odd of [`${opened.txId}x`, opened.txId.toUpperCase(), '%', "' or 1=1 --", opened.txId.slice(1)])
      assertRejected(await read(odd, text), unknown)
  })

  test('deleting a user deletes their transactions but keeps one completion event', async () => {
    const service = running()
    const { device, username, userId, passkeyId } = await signUpUser(service)
    const opened = await startTransaction(service, username)
    readBody(await service.post('/tx/complete', transactionAnswer(device, opened)))
    const events = await service.core.store.events.list('demo', 1)
    const { type, detail, ...event } = events[0]!
    assert.deepEqual([type, detail], ['fido2.tx.completed', { txId: opened.txId }])
    assert.deepEqual([event.userId, event.passkeyId], [userId, passkeyId])
    await service.database.query(`delete from users where id = '${userId}'`)
    const { text } = await apiKey(service, ['user:read'])
    assertRejected(await read(opened.txId, text), unknown)
  })
}
