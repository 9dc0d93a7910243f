import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { cachingVerifier, keySet, listKids, readKid } from '@thumbturn/service-harness/key-sets.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { useNodes } from '@thumbturn/service-harness/nodes.ts'
import { type Clock, origin, type Service } from '@thumbturn/service-harness/service.ts'
import { apiKey, assertRejected, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { upkeep } from '../../../src/cli/upkeep.ts'
import type { Application } from '../../../src/core/model/applications/application.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import {
  listSigningKeys,
  retireSigningKey,
  rotateSigningKey,
} from '../../../src/core/use-cases/applications/signing-keys.ts'

const minute = 60_000
const by = 'command line'
const notValid = { status: 401, msg: 'The token is not valid', msgCode: 'unauthorized' }
const access = { tokenType: 'jwtAccess', username: 'ada', scopes: [] } as const

/** Rotates keys while two nodes on one database sign tokens and offline verifiers check them. */
eachEngine('signing key rotation', (fresh) => {
  const running = useNodes(fresh)
  let clock: Clock
  let nodes: readonly [Service, Service]
  before(() => {
    const { near, far } = running()
    clock = near.clock
    nodes = [near, far]
  })
  let applications = 0
  /** Creates an application that no other test uses, old enough that verifiers have its first key. */
  async function application(): Promise<Application> {
    const id = `keys-${applications++}`
    const made = await createApplication(nodes[0].core, { id, rpId: 'localhost', origins: [origin] })
    await passing(10 * minute)
    return made
  }
  /** Advances the clock; every node runs maintenance once a minute. */
  async function passing(ms: number) {
    for (let left = ms; left > 0; left -= minute) {
      clock.advance(Math.min(left, minute))
      for (const { core } of nodes) await upkeep(core, { AUDIT_RETENTION_DAYS: 365 })
    }
  }
  const current = async ({ core }: Service, { id }: Application) => (await core.applications.findFresh(id))!
  const requestToken = async (node: Service, of: Application) =>
    node.core.tokens.sign(await current(node, of), access, (await current(node, of)).settings.accessTokenSeconds)
  const accepts = async (node: Service, of: Application, token: string) =>
    Promise.try(node.core.tokens.verify, await current(node, of), token).then(
      () => true,
      () => false,
    )
  const listStates = async (of: Application) =>
    (await listSigningKeys(nodes[1].core, of)).map(({ kid, state }) => [kid, state])
  const happened = async ({ id }: Application, type: string) =>
    (await nodes[0].core.store.events.list(id, 50)).filter((event) => event.type === `fido2.signing_key.${type}`)

  test('repeated rotation under load breaks no verifier that caches the key set for its max-age', async () => {
    const of = await application()
    // Each verifier fetches the keys at a different time from one of the nodes, and never refetches for an unknown key.
    const verifiers = nodes.flatMap((node) => Array.from({ length: 6 }, () => cachingVerifier(node, of.id)))
    const stepMs = 50_000
    let living: { token: string; exp: number }[] = []
    const signers = new Set<string>()
    let verified = 0
    for (let step = 0; step < 72; step++) {
      const made = await Promise.all(nodes.map((node) => requestToken(node, of)))
      for (const token of made) signers.add(readKid(token))
      living.push(...made.map((token) => ({ token, exp: clock.now() + 600_000 })))
      const ending = living.filter(({ exp }) => exp - stepMs <= clock.now()).map(({ token }) => token)
      for (const [at, verifier] of verifiers.entries()) {
        // Verifiers start at different times, so their cached key sets differ in age.
        if (step < at) continue
        for (const token of [...made, ...ending]) {
          await verifier.verify(token)
          verified++
        }
      }
      for (const token of ending) assert.ok(await accepts(nodes[step % 2]!, of, token))
      living = living.filter(({ token }) => !ending.includes(token))
      // Rotate right after some verifiers have fetched the keys.
      if (step % 12 === 0) await rotateSigningKey(nodes[(step / 12) % 2]!.core, of, { alg: 'ES256', by })
      await passing(stepMs)
    }
    assert.equal(signers.size, 7, 'each key came to sign')
    assert.ok(verified > 2_500, `${verified} tokens verified`)
    assert.ok(verifiers.every(({ fetched }) => fetched() >= 8))
  })

  test('two keys are published during a rotation, and the old key is removed when its last token expires', async () => {
    const of = await application()
    for (const node of nodes) assert.equal((await listKids(node, of.id)).length, 1)
    const [first] = await listKids(nodes[1], of.id)
    const { kid: second, state, signsAt } = await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
    assert.deepEqual([state, signsAt], ['next', clock.now() + 7 * minute])
    clock.advance(1_000)
    for (const node of nodes) assert.deepEqual(await listKids(node, of.id), [first, second], 'the one that signs first')
    clock.advance(7 * minute - 1_001)
    for (const node of nodes) assert.equal(readKid(await requestToken(node, of)), first)
    const last = await requestToken(nodes[1], of)
    clock.advance(1)
    for (const node of nodes) assert.equal(readKid(await requestToken(node, of)), second)
    assert.deepEqual(await listKids(nodes[0], of.id), [second, first])
    assert.deepEqual(await listStates(of), [
      [second, 'signing'],
      [first, 'verifying'],
    ])
    // Token lifetimes end on a whole second.
    clock.advance(10 * minute - 2_000)
    assert.ok(await accepts(nodes[0], of, last))
    await passing(2 * minute)
    assert.deepEqual(await listKids(nodes[0], of.id), [second, first], 'clocks may be two minutes apart')
    await passing(2_000)
    clock.advance(1_000)
    for (const node of nodes) assert.deepEqual(await listKids(node, of.id), [second])
    const [retired, ...more] = await happened(of, 'retired')
    assert.deepEqual([retired?.detail, more], [{ kid: first, by: 'upkeep' }, []], 'once, although two nodes do it')
  })

  test('a retired key is eventually deleted, and its tokens are rejected before and after', async () => {
    const of = await application()
    await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
    const forged = await nodes[0].core.tokens.sign(of, access, 100 * 86_400)
    await passing(20 * minute)
    assert.equal((await listSigningKeys(nodes[0].core, of)).length, 2)
    assert.equal(await accepts(nodes[1], of, forged), false)
    clock.advance(31 * 86_400_000)
    await passing(minute)
    assert.equal((await listSigningKeys(nodes[0].core, of)).length, 1)
    assert.equal(await accepts(nodes[1], of, forged), false)
  })

  test('a key set never contains a private key or a duplicate kid, however often keys rotate', async () => {
    const of = await application()
    const seen = new Set<string>()
    for (let round = 1; round <= 4; round++) {
      await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
      const keys = await keySet(nodes[round % 2]!, of.id)
      for (const key of keys) {
        assert.deepEqual(Object.keys(key), ['kty', 'use', 'key_ops', 'alg', 'kid', 'crv', 'x', 'y'])
        seen.add(key.kid)
      }
      assert.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length)
      assert.equal(seen.size, round + 1)
      await passing(8 * minute)
    }
  })

  test("a rotation in progress isn't restarted, even by 16 parallel requests on two nodes", async () => {
    const of = await application()
    const rotations = Array.from({ length: 16 }, (_, at) =>
      rotateSigningKey(nodes[at % 2]!.core, of, { alg: 'ES256', by }),
    )
    const outcomes = await Promise.allSettled(rotations)
    const [{ value: made } = { value: undefined }, ...more] = outcomes.filter((one) => one.status === 'fulfilled')
    assert.deepEqual([more.length, (await listKids(nodes[0], of.id)).length], [0, 2])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'bad_request', String(outcome.reason))
    }
    const signsAt = new Date(made!.signsAt!).toISOString()
    clock.advance(7 * minute - 1)
    const message = `A rotation is under way: key ${made!.kid} signs from ${signsAt}. Rotate again after that, or retire a key`
    await assert.rejects(rotateSigningKey(nodes[1].core, of, { alg: 'ES256', by }), { code: 'bad_request', message })
    clock.advance(1)
    assert.equal((await rotateSigningKey(nodes[1].core, of, { alg: 'ES256', by })).state, 'next')
    assert.equal((await listKids(nodes[0], of.id)).length, 3)
  })

  test('a new application can rotate at once, even if the clock stands still, and signs with its first key until then', async () => {
    const [{ core }] = nodes
    const of = await createApplication(core, { id: 'brand-new', rpId: 'localhost', origins: [origin] })
    const [first] = await listKids(nodes[0], of.id)
    const { kid } = await rotateSigningKey(core, of, { alg: 'ES256', by })
    assert.equal(readKid(await requestToken(nodes[0], of)), first)
    clock.advance(7 * minute + 1)
    for (const node of nodes) assert.equal(readKid(await requestToken(node, of)), kid)
  })

  test('every node retires a leaked key within a second, and the next key signs at once', async () => {
    const of = await application()
    const [leaked] = await listKids(nodes[1], of.id)
    const stolen = await requestToken(nodes[1], of)
    const { kid } = await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
    await retireSigningKey(nodes[0].core, of, { kid: leaked!, by })
    clock.advance(1_000)
    for (const node of nodes) {
      assert.equal(await accepts(node, of, stolen), false)
      assert.deepEqual(await listKids(node, of.id), [kid])
      assert.equal(readKid(await requestToken(node, of)), kid)
    }
    assert.deepEqual((await happened(of, 'retired'))[0]?.detail, { kid: leaked, by })
  })

  test('a call that arrives just before a second has passed finds the retired key gone on another node', async () => {
    const of = await application()
    const [leaked] = await listKids(nodes[1], of.id)
    const stolen = await requestToken(nodes[1], of)
    await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
    clock.advance(1_000)
    assert.equal(await accepts(nodes[1], of, stolen), true, 'the keys were read now')
    await retireSigningKey(nodes[0].core, of, { kid: leaked!, by })
    clock.advance(950)
    assert.equal(await accepts(nodes[1], of, stolen), false)
  })

  test('a leaked next key can be retired before it signs, and the current key keeps signing', async () => {
    const of = await application()
    const [first] = await listKids(nodes[0], of.id)
    const { kid } = await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
    await retireSigningKey(nodes[1].core, of, { kid, by })
    clock.advance(8 * minute)
    for (const node of nodes) assert.equal(readKid(await requestToken(node, of)), first)
    assert.notEqual((await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })).kid, kid)
  })

  test("the last key can't be retired, even by two parallel requests that each retire one of two keys", async () => {
    const of = await application()
    const [first] = await listKids(nodes[0], of.id)
    const message = `Signing key ${first} is the only one in use: rotate first, then retire it`
    await assert.rejects(retireSigningKey(nodes[0].core, of, { kid: first!, by }), { code: 'bad_request', message })
    const { kid: second } = await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
    const retired = await Promise.allSettled([
      retireSigningKey(nodes[0].core, of, { kid: first!, by }),
      retireSigningKey(nodes[1].core, of, { kid: second, by }),
    ])
    assert.deepEqual(retired.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.equal((await listKids(nodes[0], of.id)).length, 1)
    await requestToken(nodes[1], of)
  })

  test("an unknown key, a retired key, or another application's key can't be retired", async () => {
    const of = await application()
    const [first] = await listKids(nodes[0], of.id)
    const [theirs] = await listKids(nodes[0], 'demo')
    await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
    await retireSigningKey(nodes[0].core, of, { kid: first!, by })
    for (const kid of [first!, theirs!, 'none', '']) {
      const rejection = { code: 'not_found', message: `No signing key ${kid} is in use` }
      await assert.rejects(retireSigningKey(nodes[0].core, of, { kid, by }), rejection)
    }
  })

  test('when an application shortens its token lifetime, earlier tokens and their key keep the longer one', async () => {
    const of = await application()
    const setting = (accessTokenSeconds: number) =>
      current(nodes[0], of).then((found) =>
        changeApplication(nodes[0].core, found, { settings: { accessTokenSeconds } }),
      )
    await setting(86_400)
    clock.advance(1_000)
    const long = await requestToken(nodes[1], of)
    await setting(60)
    await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
    await passing(30 * minute)
    assert.ok(await accepts(nodes[1], of, long))
    clock.advance(86_400_000 - 30 * minute - 1_000)
    await passing(1)
    assert.ok(await accepts(nodes[1], of, long))
    await passing(3 * minute)
    assert.equal((await listKids(nodes[0], of.id)).length, 1)
  })

  test("first-generation clients that don't name a key get the key that signs", async () => {
    const [node] = nodes
    const response = async () => (await node.ask('GET', '//certs?client_id=demo')).text
    const old = await response()
    await rotateSigningKey(node.core, node.application, { alg: 'ES256', by })
    assert.equal(await response(), old)
    clock.advance(7 * minute)
    assert.notEqual(await response(), old)
  })

  test('a sign-in token stays valid until its key is retired, and no longer', async () => {
    const [node] = nodes
    await passing(30 * minute)
    const { jwtAccess } = await signUpUser(node)
    const { text: token } = await apiKey(node)
    const verified = () => node.post('/mgmt/token/verify', { jwtAccess }, { token })
    await rotateSigningKey(node.core, node.application, { alg: 'ES256', by })
    assert.equal((await verified()).status, 204)
    await retireSigningKey(node.core, node.application, { kid: readKid(jwtAccess), by })
    assertRejected(await verified(), notValid)
    assertRejected(await node.ask('GET', '/passkeys', { token: jwtAccess }), notValid)
  })

  test('administrators rotate, list, and retire keys over HTTP, and the history records who did', async () => {
    const of = await application()
    const [node] = nodes
    const { key, text: token } = await createAdminKey(node)
    const path = `//admin/v1/applications/${of.id}/signing-keys`
    const [first] = await listKids(node, of.id)
    const list = async () =>
      readBody<{ signingKeys: KeyResponse[] }>(await node.ask('GET', path, { token })).signingKeys
    const rejected = (code: string, msg: string) => ({ status: code === 'not_found' ? 404 : 400, msg, msgCode: code })
    const last = `Signing key ${first} is the only one in use: rotate first, then retire it`
    assertRejected(await node.ask('DELETE', `${path}/${first}`, { token }), rejected('bad_request', last))
    const made = readBody<KeyResponse>(await node.ask('POST', path, { token }))
    const at = (ms: number) => new Date(clock.now() + ms).toISOString()
    assert.deepEqual(made, { kid: made.kid, alg: 'ES256', state: 'next', createdAt: at(0), signsAt: at(7 * minute) })
    const { createdAt, ...signing } = (await list())[1]!
    assert.deepEqual(signing, { kid: first, alg: 'ES256', state: 'signing', retiresAt: at(19 * minute) })
    assert.equal(createdAt, at(-10 * minute))
    assert.match((await node.ask('POST', path, { token })).text, /A rotation is under way/)
    readBody(await node.ask('DELETE', `${path}/${first}`, { token }), 204)
    assert.deepEqual((await list())[1], { kid: first, alg: 'ES256', state: 'retired', createdAt, retiredAt: at(0) })
    const again = await node.ask('DELETE', `${path}/${first}`, { token })
    assertRejected(again, rejected('not_found', `No signing key ${first} is in use`))
    assert.deepEqual(
      [(await happened(of, 'created'))[0]?.detail, (await happened(of, 'retired'))[0]?.detail],
      [
        { kid: made.kid, by: key.id },
        { kid: first, by: key.id },
      ],
    )
    for (const id of ['thumbturn', 'unknown'])
      assert.equal((await node.ask('POST', `//admin/v1/applications/${id}/signing-keys`, { token })).status, 404)
  })
})

type KeyResponse = { kid: string; state: string; createdAt: string }
