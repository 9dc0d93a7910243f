import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { keySet, listKids, readKid } from '@thumbturn/service-harness/key-sets.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
import { useNodes } from '@thumbturn/service-harness/nodes.ts'
import { type Clock, origin, type Service } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import type { Application } from '../../../src/core/model/applications/application.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import {
  ensureSigningKey,
  listSigningKeys,
  retireOutlivedKeys,
  retireSigningKey,
  rotateSigningKey,
} from '../../../src/core/use-cases/applications/signing-keys.ts'

const [minute, day] = [60_000, 86_400_000]
const by = 'command line'
const addition = { alg: 'RS256', by } as const

eachEngine('signing keys for OpenID clients', (fresh) => {
  const running = useNodes(fresh)
  let clock: Clock
  let nodes: readonly [Service, Service]
  before(() => {
    const { near, far } = running()
    clock = near.clock
    nodes = [near, far]
  })
  let applications = 0
  const createNew = () =>
    createApplication(nodes[0].core, { id: `rsa-${applications++}`, rpId: 'localhost', origins: [origin] })
  const listAlgorithms = async (of: Application) => (await keySet(nodes[1], of.id)).map(({ alg }) => alg)
  const listStates = async (of: Application) =>
    (await listSigningKeys(nodes[1].core, of)).map(({ alg, state }) => `${alg} ${state}`)

  test('an application gets one RS256 key, even if 16 parallel requests on two nodes need it', async () => {
    const of = await createNew()
    await Promise.all(Array.from({ length: 16 }, (_, at) => ensureSigningKey(nodes[at % 2]!.core, of, addition)))
    await ensureSigningKey(nodes[0].core, of, addition)
    assert.deepEqual(await listStates(of), ['RS256 signing', 'ES256 signing'])
    const events = await nodes[0].core.store.events.list(of.id, 50)
    const created = events.filter(({ type }) => type === 'fido2.signing_key.created')
    const [, rsa] = await listKids(nodes[0], of.id)
    assert.deepEqual(
      created.map(({ detail }) => detail),
      [{ kid: rsa, by }],
    )
  })

  test('its key signs at once, also on a node that read the keys before', async () => {
    const of = await createNew()
    const signer = async ({ core }: Service) => {
      const current = (await core.applications.findFresh(of.id))!
      const { signUserinfo } = await core.tokens.prepareFor(current, 'RS256')
      return readKid(await signUserinfo({ clientId: 'grafana', sub: 'ada', user: {} }))
    }
    clock.advance(1_000)
    for (const node of nodes) await assert.rejects(signer(node), /no signing key for RS256/)
    await ensureSigningKey(nodes[0].core, of, addition)
    clock.advance(1_000)
    const [, rsa] = await listKids(nodes[1], of.id)
    for (const node of nodes) assert.equal(await signer(node), rsa)
  })

  test('the key set lists it after the ES256 key, with public parameters only', async () => {
    const of = await createNew()
    const [ec] = await listKids(nodes[0], of.id)
    await ensureSigningKey(nodes[0].core, of, addition)
    clock.advance(1_000)
    for (const node of nodes) {
      const [first, second, ...more] = await keySet(node, of.id)
      assert.deepEqual([first?.kid, more], [ec, []])
      assert.deepEqual(Object.keys(second!), ['kty', 'use', 'key_ops', 'alg', 'kid', 'n', 'e'])
      const { kid, n, ...rest } = second as Extract<typeof second, { kty: 'RSA' }>
      assert.deepEqual(rest, { kty: 'RSA', use: 'sig', key_ops: ['verify'], alg: 'RS256', e: 'AQAB' })
      assert.equal(Buffer.from(n, 'base64url').length, 256)
    }
  })

  test('first-generation clients that need no RS256 key still get the ES256 key, and can read the other by its ID', async () => {
    const [{ core, application }] = nodes
    const before = (await nodes[0].ask('GET', '//certs?client_id=demo')).text
    await ensureSigningKey(core, application, addition)
    clock.advance(1_000)
    assert.equal((await nodes[0].ask('GET', '//certs?client_id=demo')).text, before)
    const [, rsa] = await listKids(nodes[0], 'demo')
    const pem = (await nodes[0].ask('GET', `//certs?client_id=demo&kid=${rsa}`)).text
    assert.ok(pem.startsWith('-----BEGIN PUBLIC KEY-----') && pem.length > before.length)
  })

  test('keys of one algorithm rotate and retire without those of the other', async () => {
    const of = await createNew()
    await ensureSigningKey(nodes[0].core, of, addition)
    clock.advance(10 * minute)
    const { state } = await rotateSigningKey(nodes[0].core, of, addition)
    assert.equal(state, 'next')
    await assert.rejects(rotateSigningKey(nodes[0].core, of, addition), { code: 'bad_request', message: /under way/ })
    await rotateSigningKey(nodes[1].core, of, { alg: 'ES256', by })
    assert.deepEqual(await listStates(of), ['ES256 next', 'RS256 next', 'RS256 signing', 'ES256 signing'])
    clock.advance(day)
    for (let left = 0; left < 4; left++) await retireOutlivedKeys(nodes[left % 2]!.core)
    assert.deepEqual(await listStates(of), ['ES256 signing', 'RS256 signing', 'RS256 verifying', 'ES256 verifying'])
    clock.advance(10 * minute)
    for (let left = 0; left < 4; left++) await retireOutlivedKeys(nodes[left % 2]!.core)
    assert.deepEqual(await listStates(of), ['ES256 signing', 'RS256 signing', 'RS256 retired', 'ES256 retired'])
  })

  test("the last key of an algorithm can't be retired, whatever keys of another there are", async () => {
    const of = await createNew()
    await ensureSigningKey(nodes[0].core, of, addition)
    for (const { kid } of await listSigningKeys(nodes[0].core, of)) {
      const message = `Signing key ${kid} is the only one in use: rotate first, then retire it`
      await assert.rejects(retireSigningKey(nodes[0].core, of, { kid, by }), { code: 'bad_request', message })
    }
    await rotateSigningKey(nodes[0].core, of, { alg: 'ES256', by })
    const { kid } = (await listSigningKeys(nodes[0].core, of)).find(({ alg }) => alg === 'RS256')!
    await assert.rejects(retireSigningKey(nodes[0].core, of, { kid, by }), { code: 'bad_request' })
    clock.advance(1_000)
    assert.deepEqual(await listAlgorithms(of), ['ES256', 'ES256', 'RS256'])
  })

  test('administrators choose the algorithm to rotate, ES256 by default', async () => {
    const of = await createNew()
    const message = 'The application has no RS256 key to rotate'
    await assert.rejects(rotateSigningKey(nodes[0].core, of, addition), { code: 'bad_request', message })
    await ensureSigningKey(nodes[0].core, of, addition)
    const { text: token } = await createAdminKey(nodes[0])
    const path = `//admin/v1/applications/${of.id}/signing-keys`
    clock.advance(10 * minute)
    const rotate = async (query: string) =>
      readBody<{ alg: string }>(await nodes[0].ask('POST', `${path}${query}`, { token })).alg
    assert.deepEqual([await rotate(''), await rotate('?alg=RS256')], ['ES256', 'RS256'])
    for (const alg of ['HS256', 'none', 'rs256', '', 'RS256&alg=ES256']) {
      const response = await nodes[0].ask('POST', `${path}?alg=${alg}`, { token })
      assert.equal(response.status, 400, alg)
    }
  })
})
