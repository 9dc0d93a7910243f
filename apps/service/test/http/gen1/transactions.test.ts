import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  assertGen1Rejected,
  gen1Backend,
  invalidRequest,
  notAuthenticated,
  type RegisteredUser,
  signUpGen1User,
  tokenNotAllowed,
} from '@thumbturn/service-harness/gen1.ts'
import { confirmTransaction } from '@thumbturn/service-harness/generations.ts'
import { origin, stored, useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  createTransactionInput,
  type Device,
  newName,
  readBody,
  readClaims,
} from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type TransactionResult = {
  jwt: string
  success: boolean
  token: string
  jwtAccess: string
  credentialId: string
  authCred: { id: string; credentialId: string }
}
type TransactionStart = { tx_id: string; assertion_options: Parameters<Device['get']>[0] }

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The request body of a transaction in first-generation field names. */
function wantedBy(username: string, changes: object = {}) {
  const { txPayload: tx_payload, nonce } = createTransactionInput(username)
  return { username, tx_type: 'text', tx_payload, nonce, ...changes }
}

/** The response of a device that confirms a transaction. */
const confirmed = ({ device }: Pick<RegisteredUser, 'device'>, started: TransactionStart) =>
  confirmTransaction(device, started)

anyEngine('first-generation transactions', (fresh) => {
  const running = useService(fresh)
  const situation = async () => {
    const backend = await gen1Backend(running())
    const ada = await signUpGen1User(backend)
    const create = (path: string, body: ReturnType<typeof wantedBy>, payload_hash = sha256(body.tx_payload)) =>
      backend.call(['tx.create', { payload_hash }], path, body)
    const started = async (body = wantedBy(ada.username)) =>
      readBody<TransactionStart>(await create('/tx/create-init', body))
    return { backend, ada, create, started }
  }

  test('a transaction is created, started, and confirmed, and the token has its hash under the names of both generations', async () => {
    const { backend, ada, create } = await situation()
    const wanted = wantedBy(ada.username)
    const { id, tx_id } = readBody<{ id: string; tx_id: string }>(await create('/tx', wanted))
    assert.equal(id, tx_id)
    const started = readBody<TransactionStart>(await backend.open('/api/tx/init', { username: ada.username, tx_id }))
    assert.deepEqual(Object.keys(started).sort(), ['assertion_options', 'tx_id'])
    const { jwt, success, ...more } = readBody<TransactionResult>(
      await backend.open('/api/tx/complete', { username: ada.username, ...confirmed(ada, started) }),
    )
    assert.deepEqual([more.token, more.jwtAccess], [jwt, jwt])
    const [used] = started.assertion_options.allowCredentials!
    assert.deepEqual([more.credentialId, more.authCred.id], [used!.id, ada.credential.uuid])
    assert.equal(more.authCred.credentialId, used!.id)
    assert.equal(success, true)
    const { aud, udata, sub, nonce, server_nonce, tx_hash, txHash, lNonce } = readClaims(jwt)
    assert.deepEqual(
      { aud, udata, sub, nonce },
      { aud: 'demo', udata: ada.username, sub: ada.user.id, nonce: wanted.nonce },
    )
    assert.equal(tx_hash, sha256(`${wanted.tx_payload}${wanted.nonce}${server_nonce}`))
    assert.deepEqual([txHash, lNonce], [tx_hash, server_nonce])
  })

  test('a transaction is created without username and tx_type, and is bound to the user it is started for', async () => {
    const { backend, ada } = await situation()
    const { tx_payload, nonce } = wantedBy(ada.username)
    const mallory = await signUpGen1User(backend)
    const signed = ['tx.create', { payload_hash: sha256(tx_payload) }] as const
    const { id } = readBody<{ id: string }>(await backend.call(signed, '/tx', { tx_payload, nonce }))
    // A passkey newer than the transaction can confirm it too.
    const grace = await signUpGen1User(backend)
    const init = async ({ username }: RegisteredUser) =>
      readBody<TransactionStart>(await backend.open('/tx/init', { username, tx_id: id }))
    const started = await init(ada)
    assert.deepEqual((await init(ada)).assertion_options, started.assertion_options)
    assert.notEqual((await init(grace)).assertion_options.challenge, started.assertion_options.challenge)
    const forced = { ...started, assertion_options: { ...started.assertion_options, allowCredentials: [] } }
    const complete = (who: RegisteredUser, what: TransactionStart, more: object = {}) =>
      backend.open('/tx/complete', { ...confirmed(who, what), ...more })
    for (const who of [mallory, grace]) assertGen1Rejected(await complete(who, forced), notAuthenticated)
    const other = { username: mallory.username }
    assertGen1Rejected(await complete(ada, started, other), notAuthenticated)
    assertGen1Rejected(await complete(grace, await init(grace), other), notAuthenticated)
    const { jwt } = readBody<{ jwt: string }>(await complete(grace, await init(grace), { username: grace.username }))
    assert.deepEqual([readClaims(jwt).sub, readClaims(jwt).nonce], [grace.user.id, nonce])
    assertGen1Rejected(await complete(ada, started), notAuthenticated)
  })

  test("an unknown passkey can't confirm a transaction, even one created for no particular user", async () => {
    const { backend, ada } = await situation()
    const { tx_payload, nonce } = wantedBy(ada.username)
    const signed = ['tx.create', { payload_hash: sha256(tx_payload) }] as const
    const { id } = readBody<{ id: string }>(await backend.call(signed, '/tx', { tx_payload, nonce, username: null }))
    const unknown = { key_handle: 'AAAAAAAAAAAAAAAAAAAAAA' }
    const started = readBody<TransactionStart>(await backend.open('/tx/init', { username: ada.username, tx_id: id }))
    assertGen1Rejected(await backend.open('/tx/complete', { ...confirmed(ada, started), ...unknown }), notAuthenticated)
    const unknownUser = newName('unknown')
    const decoyed = readBody<TransactionStart>(await backend.open('/tx/init', { username: unknownUser, tx_id: id }))
    assert.ok(decoyed.assertion_options.allowCredentials!.length > 0)
    const forced = { ...decoyed, assertion_options: { ...decoyed.assertion_options, allowCredentials: [] } }
    assertGen1Rejected(await backend.open('/tx/complete', confirmed(ada, forced)), notAuthenticated)
  })

  test('a token that names the user creates a transaction for that user, and create-init requires one', async () => {
    const { backend, ada } = await situation()
    const mallory = await signUpGen1User(backend)
    const { tx_payload, nonce } = wantedBy(ada.username)
    const call = (path: string, claims: object) =>
      backend.call(['tx.create', { payload_hash: sha256(tx_payload), ...claims }], path, { tx_payload, nonce })
    for (const claims of [{ username: ada.username }, { user_id: ada.user.id }]) {
      const { id: tx_id } = readBody<{ id: string }>(await call('/tx', claims))
      assertGen1Rejected(await backend.open('/tx/init', { username: mallory.username, tx_id }), notAuthenticated)
      readBody(await backend.open('/tx/init', { username: ada.username, tx_id }))
      const { assertion_options } = readBody<TransactionStart>(await call('/tx/create-init', claims))
      assert.deepEqual(assertion_options.allowCredentials!.length, 1)
    }
    assertGen1Rejected(await call('/tx/create-init', {}), [400, 'missing_parameter'])
    assertGen1Rejected(await call('/tx/create-init', { user_id: 'unknown' }), tokenNotAllowed)
  })

  test('the ID reads a confirmed transaction through the current API, and no other transaction', async () => {
    const service = running()
    const { backend, ada, started } = await situation()
    const [one, other] = [await started(), await started()]
    const { text: token } = await apiKey(service, ['user:read'])
    const read = (id: string) => service.ask('GET', `/mgmt/transactions/${id}`, { token })
    assert.equal((await read(one.tx_id)).status, 404)
    const response = await backend.open('/tx/complete', confirmed(ada, one))
    const { txId, txHash, nonce, lNonce, jwt, jwtAccess } = readBody<Record<string, string>>(response)
    assert.deepEqual([jwtAccess, one.tx_id.split('.')[0]], [jwt, txId])
    for (const id of [one.tx_id, txId!]) {
      const { userId, ...rest } = readBody<Record<string, string>>(await read(id))
      const observed = { txId: rest.txId, txHash: rest.txHash, nonce: rest.nonce, lNonce: rest.lNonce, userId }
      assert.deepEqual(observed, { txId, txHash, nonce, lNonce, userId: ada.user.id })
    }
    assert.equal((await read(other.tx_id)).status, 404)
    const mixed = `${txId}.${other.tx_id.split('.')[1]}`
    assertGen1Rejected(await backend.open('/tx/complete', { ...confirmed(ada, other), tx_id: mixed }), notAuthenticated)
    assertGen1Rejected(await backend.open('/tx/init', { username: ada.username, tx_id: mixed }), notAuthenticated)
  })

  test('a transaction is created and started in one call, or started without a token, and stored only when confirmed', async () => {
    const service = running()
    const { backend, ada, started } = await situation()
    const { spent_sessions, ...before } = await stored(service.database)
    const first = await started()
    const { tx_type: _type, ...rest } = wantedBy(ada.username)
    const second = readBody<TransactionStart>(await backend.open('/tx/init', rest))
    assert.deepEqual({ ...(await stored(service.database)), spent_sessions }, { ...before, spent_sessions })
    for (const each of [first, second]) readBody(await backend.open('/tx/complete', confirmed(ada, each)))
  })

  test('the backend signs the payload: a request with a different payload, or none, is rejected', async () => {
    const { backend, ada, create } = await situation()
    const wanted = wantedBy(ada.username)
    for (const path of ['/tx', '/tx/create-init']) {
      assertGen1Rejected(await create(path, wanted, sha256('something else')), tokenNotAllowed)
      assertGen1Rejected(await create(path, wanted, ''), tokenNotAllowed)
      assertGen1Rejected(await backend.call('tx.create', path, wanted), tokenNotAllowed)
    }
    const grace = await signUpGen1User(backend)
    const claims = { payload_hash: sha256(wanted.tx_payload), username: grace.username }
    assertGen1Rejected(await backend.call(['tx.create', claims], '/tx', wanted), tokenNotAllowed)
  })

  test('only the user a transaction was created for can start or confirm it, for that client, once, and in time', async () => {
    const service = running()
    const { backend, ada, started } = await situation()
    const mallory = await signUpGen1User(backend)
    const { tx_id, assertion_options } = await started()
    for (const username of [mallory.username, newName('unknown')])
      assertGen1Rejected(await backend.open('/tx/init', { username, tx_id }), notAuthenticated)
    const forced = { tx_id, assertion_options: { ...assertion_options, allowCredentials: [] } }
    assertGen1Rejected(await backend.open('/tx/complete', confirmed(mallory, forced)), notAuthenticated)
    const other = await createApplication(service.core, { id: 'fourth', rpId: 'localhost', origins: [origin] })
    const foreign = await gen1Backend(service, { application: other })
    const body = confirmed(ada, { tx_id, assertion_options })
    assertGen1Rejected(await foreign.open('/tx/init', { username: ada.username, tx_id }), notAuthenticated)
    assertGen1Rejected(await foreign.open('/tx/complete', body), notAuthenticated)
    readBody(await backend.open('/tx/complete', body))
    assertGen1Rejected(await backend.open('/tx/complete', body), notAuthenticated)
    const late = await started()
    service.clock.advance(300_000)
    assertGen1Rejected(await backend.open('/tx/init', { username: ada.username, tx_id: late.tx_id }), notAuthenticated)
    assertGen1Rejected(await backend.open('/tx/complete', confirmed(ada, late)), notAuthenticated)
  })

  test('an unknown username gets a transaction that looks like any other', async () => {
    const { backend } = await situation()
    const username = newName('unknown')
    const started = readBody<TransactionStart>(await backend.open('/tx/init', wantedBy(username)))
    assert.ok(started.assertion_options.allowCredentials!.length > 0)
    const again = readBody<TransactionStart>(await backend.open('/tx/init', { username, tx_id: started.tx_id }))
    assert.deepEqual(again.assertion_options, started.assertion_options)
  })

  test('a payload has to match its schema', async () => {
    const { backend, ada } = await situation()
    const init = (tx_schema: string, tx_payload: string) =>
      backend.open('/tx/init', wantedBy(ada.username, { tx_schema, tx_payload }))
    for (const [schema, right, wrong] of [
      ['base64', 'UGF5IDI1', 'Pay 25'],
      ['base64url', '_-8', '/+8='],
      ['3ds_psd2', '{"amount":"25.00"}', '["25.00"]'],
    ] as const) {
      readBody(await init(schema, right))
      assertGen1Rejected(await init(schema, wrong), invalidRequest)
    }
    assertGen1Rejected(await init('3ds_psd2', '{'), invalidRequest)
    assertGen1Rejected(await init('xml', '<a/>'), invalidRequest)
    assertGen1Rejected(await backend.open('/tx/init', { username: ada.username }), [400, 'missing_parameter'])
  })
})
