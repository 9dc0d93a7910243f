import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type Authentication,
  assertGen1Rejected,
  gen1Backend,
  newKeys,
  notAuthenticated,
  signedJwt,
  signUpGen1User,
  tokenNotAllowed,
  toPem,
  userNotFound,
} from '@thumbturn/service-harness/gen1.ts'
import { origin, useService } from '@thumbturn/service-harness/service.ts'
import { newName, readBody, readClaims } from '@thumbturn/service-harness/situations.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'

type Init = { challenge_id: string; server_nonce: string }

anyEngine('first-generation public keys', (fresh) => {
  const running = useService(fresh)
  const situation = async () => {
    const service = running()
    const backend = await gen1Backend(service)
    const keys = newKeys()
    const { username, user } = await signUpGen1User(backend)
    const add = (key: KeyObject | string, named: object = { username }, claims: object = {}) =>
      backend.call(['credentials.force_add', claims], '/credentials/publickey', {
        ...named,
        publickey_alg: 'ES256',
        publickey: typeof key === 'string' ? key : toPem(key),
        options: { credential_name: 'My phone' },
      })
    const init = (name = username, key: KeyObject = keys.publicKey, claims: object = {}) =>
      backend.call(['auth.login', claims], '/authenticate/publickey/init', {
        username: name,
        publickey_alg: 'ES256',
        publickey: toPem(key),
      })
    const started = async (...named: Parameters<typeof init>) => readBody<Init>(await init(...named))
    const complete = ({ challenge_id }: Init, assertion: string, more: object = {}) =>
      backend.open('/authenticate/publickey/complete', { username, challenge_id, assertion, ...more })
    const signed = ({ server_nonce }: Init, more: object = {}, key = keys.privateKey) =>
      signedJwt(key, { server_nonce, ...more })
    return { service, backend, keys, username, user, add, init, started, complete, signed }
  }

  test('a key added by the backend signs its user in', async () => {
    const { keys, user, add, started, complete, signed } = await situation()
    const added = readBody<Authentication>(await add(keys.publicKey))
    assert.deepEqual([added.user.id, added.credential.type, added.credential.name], [user.id, 'publickey', 'My phone'])
    const challenge = await started()
    const { jwt = '', ...body } = readBody<Authentication>(
      await complete(challenge, signed(challenge, { aud: 'demo' })),
    )
    assert.deepEqual(body.credential, added.credential)
    assert.equal(body.user.id, user.id)
    assert.deepEqual(readClaims(jwt).amr, ['pop'])
    const silent = await started()
    const { jwt: none } = readBody<Authentication>(await complete(silent, signed(silent), { no_jwt: true }))
    assert.equal(none, undefined)
  })

  test('a key can be given as base64 DER, and a newer key replaces it', async () => {
    const { keys, add, started, complete, signed } = await situation()
    readBody(await add(newKeys().publicKey))
    readBody(await add(keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')))
    const first = await started()
    readBody(await complete(first, signed(first)))
    readBody(await add(newKeys().publicKey))
    const late = await started()
    assertGen1Rejected(await complete(late, signed(late)), notAuthenticated)
  })

  test("only a P-256 public key can be added, and only for one of the client's users", async () => {
    const { keys, username, add } = await situation()
    const badKey = [400, 'bad_request', /must be a P-256 key/] as const
    assertGen1Rejected(await add('garbage'), badKey)
    assertGen1Rejected(await add(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey), badKey)
    assertGen1Rejected(await add(keys.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string), badKey)
    assertGen1Rejected(await add(keys.publicKey, { username: newName('unknown') }), userNotFound)
    assertGen1Rejected(await add(keys.publicKey, {}), [400, 'missing_parameter'])
    assertGen1Rejected(await add(keys.publicKey, { username }, { username: newName() }), tokenNotAllowed)
  })

  test('a challenge expires', async () => {
    const { service, keys, add, started, complete, signed } = await situation()
    readBody(await add(keys.publicKey))
    const late = await started()
    service.clock.advance(300_000)
    assertGen1Rejected(await complete(late, signed(late)), notAuthenticated)
  })

  test('an assertion is valid between its nbf and exp, with a minute of clock skew', async () => {
    const { service, keys, add, started, complete, signed } = await situation()
    readBody(await add(keys.publicKey))
    const now = Math.floor(service.clock.now() / 1000)
    const challenge = await started()
    for (const wrong of [{ exp: now - 60 }, { nbf: now + 61 }, { exp: 'tomorrow' }, { nbf: null }])
      assertGen1Rejected(await complete(challenge, signed(challenge, wrong)), notAuthenticated)
    readBody(await complete(challenge, signed(challenge, { exp: now - 59, nbf: now + 60 })))
  })

  test('another key, nonce, client, username, session, or algorithm, a revoked key, and a deactivated user get the same error', async () => {
    const { backend, keys, username, user, add, started, complete, signed } = await situation()
    const { credential } = readBody<Authentication>(await add(keys.publicKey))
    const other = await situation()
    const stolen = newKeys()
    const one = await started()
    const own = await started(username, stolen.publicKey)
    const theirs = await started(other.username)
    const unknown = newName('unknown')
    const none = await started(unknown)
    const [head = '', payload = ''] = signed(one).split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const response of [
      await complete(one, signed(one, {}, stolen.privateKey)),
      await complete(own, signed(own, {}, stolen.privateKey)),
      await complete(one, signed(await started())),
      await complete(one, signed(one, { aud: 'other' })),
      await complete(one, signedJwt(keys.privateKey, {})),
      await complete(one, unsigned),
      await complete(one, `${head}.${payload}.`),
      await complete(one, 'garbage'),
      await complete(theirs, signed(theirs), { username: other.username }),
      await complete(theirs, signed(theirs)),
      await complete(none, signed(none), { username: unknown }),
      await complete({ ...one, challenge_id: 'x'.repeat(64) }, signed(one)),
    ])
      assertGen1Rejected(response, notAuthenticated)
    readBody(await complete(one, signed(one)))

    const waiting = await started()
    readBody(await backend.manage('users.deactivate', `PUT /manage/users/${user.id}/deactivate`))
    assertGen1Rejected(await complete(waiting, signed(waiting)), notAuthenticated)
    readBody(await backend.manage('users.activate', `PUT /manage/users/${user.id}/activate`))
    readBody(
      await backend.call('credentials.revoke', '/credentials/revoke', {
        username,
        credential: { uuid: credential.uuid },
      }),
    )
    assertGen1Rejected(await complete(waiting, signed(waiting)), notAuthenticated)
  })

  test("starting doesn't reveal which user has which key, and a challenge is valid only for its own client", async () => {
    const { service, keys, username, add, started, init, signed } = await situation()
    const name = 'x'.repeat(username.length)
    const lengths = (of: Init) => [of.challenge_id.length, of.server_nonce.length]
    const before = await started()
    readBody(await add(keys.publicKey))
    const after = await started()
    assert.deepEqual(lengths(after), lengths(before))
    assert.deepEqual(lengths(await started(name)), lengths(before))
    assertGen1Rejected(await init(username, keys.publicKey, { username: name }), tokenNotAllowed)
    const foreign = await createApplication(service.core, {
      id: 'keys-elsewhere',
      rpId: 'localhost',
      origins: [origin],
    })
    const response = await service.ask('POST', '//authenticate/publickey/complete', {
      body: { client_id: foreign.id, username, challenge_id: after.challenge_id, assertion: signed(after) },
    })
    assertGen1Rejected(response, notAuthenticated)
  })
})
