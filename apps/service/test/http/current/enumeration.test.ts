import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, startService, useService } from '@thumbturn/service-harness/service.ts'
import {
  type AuthenticationInit,
  app,
  assertRejected,
  describeShape,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  signInRejected,
  signUpUser,
  startSignIn,
} from '@thumbturn/service-harness/situations.ts'
import { flag } from '@thumbturn/testkit'

anyEngine('user enumeration', (fresh) => {
  const running = useService(fresh)

  test('a hundred requests for an unknown username return the same decoys', async () => {
    const service = running()
    const username = newName('unknown')
    const first = await allowedFor(service, username)
    assert.ok(first.length === 1 || first.length === 2)
    for (let count = 0; count < 100; count++) {
      const spelled = [username, username.toUpperCase(), ` ${username}`][count % 3]!
      assert.deepEqual(await allowedFor(service, spelled), first)
    }
  })

  test('decoys are the same on every node and after a restart, and differ between installations', async (t) => {
    const database = await fresh()
    const secret = randomBytes(32)
    const start = async (key: Buffer) => {
      const service = await startService({ databaseUrl: database.url, secret: key })
      return service
    }
    const [one, two, foreign] = [await start(secret), await start(secret), await start(randomBytes(32))]
    const names = Array.from({ length: 20 }, () => newName('unknown'))
    const all = (service: Service) => Promise.all(names.map((name) => allowedFor(service, name)))
    const first = await all(one)
    assert.deepEqual(await all(two), first)
    assert.notDeepEqual(await all(foreign), first)
    for (const service of [one, two, foreign]) await service.close()
    const restarted = await start(secret)
    assert.deepEqual(await all(restarted), first)
    t.after(async () => {
      await restarted.close()
      await database.drop()
    })
  })

  test('decoys of different usernames differ, have plausible lengths, and never match a real credential', async () => {
    const service = running()
    const lists = await Promise.all(Array.from({ length: 200 }, () => allowedFor(service, newName('unknown'))))
    const ids = lists.flat().map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    const lengths = new Set(ids.map((id) => Buffer.from(id, 'base64url').length))
    assert.deepEqual(
      [...lengths].sort((one, other) => one - other),
      [16, 20, 32, 64],
    )
    for (const id of ids) assert.equal(Buffer.from(id, 'base64url').toString('base64url'), id)
  })

  test('decoys state the transports of every common kind of authenticator', async () => {
    const service = running()
    const seen = new Set<string>()
    for (let round = 0; round < 200; round++) {
      for (const { transports } of (await startSignIn(service, newName('unknown'))).assertionOptions.allowCredentials)
        seen.add(transports.join())
    }
    assert.deepEqual([...seen].sort(), ['hybrid,internal', 'internal', 'nfc,usb'])
  })

  test('starting sign-in returns the same response for a username with a passkey and for an unknown username', async () => {
    const service = running()
    const device = newDevice({ transports: ['hybrid', 'internal'] })
    const { username } = await signUpUser(service, { device })
    const known = await initFor(service, username)
    const unknown = await unknownWithOneOf32(service, username.length)
    assert.deepEqual(describeShape(unknown.body), describeShape(known.body))
    assert.deepEqual(readHeaders(unknown), readHeaders(known))
    assert.equal(unknown.text.length, known.text.length)
  })

  test('a forged assertion goes through the same checks for a decoy as for a real passkey', async (t) => {
    const { core, ...service } = running()
    const { verifyAssertion } = core.ceremonies
    t.after(() => void Object.assign(core.ceremonies, { verifyAssertion }))
    const { username } = await signUpUser({ core, ...service })
    const [ada, mallory] = [await startSignIn({ core, ...service }, username), await signUpUser({ core, ...service })]
    const unknownUser = await startSignIn({ core, ...service }, newName('unknown'))
    const judged: unknown[] = []
    core.ceremonies.verifyAssertion = async (...given) => {
      const verdict = verifyAssertion(...given)
      judged.push(await verdict.catch(({ cause }) => cause.reason))
      return verdict
    }
    for (const { session, assertionOptions } of [ada, unknownUser]) {
      for (const set of [0, flag.BE]) {
        const assertionResult = mallory.device.get(
          { ...assertionOptions, allowCredentials: [] },
          { flags: (flags) => flags | set },
        )
        const { userHandle, ...forged } = {
          ...assertionResult,
          credentialId: assertionOptions.allowCredentials[0]!.id,
        }
        assertRejected(await service.post('/auth/complete', { session, assertionResult: forged }), signInRejected)
      }
    }
    assert.deepEqual(judged, Array(4).fill('signature'))
  })

  test('starting sign-in returns the same response for a deactivated user', async () => {
    const service = running()
    const { username, userId } = await signUpUser(service)
    const before = await allowedFor(service, username)
    await service.database.query(`update users set status = 'inactive' where id = '${userId}'`)
    assert.deepEqual(await allowedFor(service, username), before)
  })

  test('every rejected completion returns the same bytes and headers', async () => {
    const service = running()
    const [ada, mallory] = [await signUpUser(service), await signUpUser(service)]
    const { session, assertionOptions } = await startSignIn(service, ada.username)
    const free = { ...assertionOptions, allowCredentials: [] }
    const right = ada.device.get(assertionOptions)
    const bodies = [
      { session: 'A'.repeat(64), assertionResult: right },
      { session, assertionResult: mallory.device.get(free) },
      { session, assertionResult: { ...right, credentialId: 'AAAA' } },
      { session, assertionResult: { ...right, signature: 'AAAA' } },
      { session, assertionResult: { ...right, clientDataJSON: 'AAAA' } },
      { session, assertionResult: { ...right, authenticatorData: 'AAAA' } },
      { session, assertionResult: { ...right, userHandle: mallory.userId } },
    ]
    const responses = await Promise.all(bodies.map((body) => service.post('/auth/complete', body)))
    for (const response of responses) {
      assert.equal(response.status, 404)
      assert.equal(response.text, responses[0]!.text)
      assert.deepEqual(readHeaders(response), readHeaders(responses[0]!))
    }
  })
})

const initFor = (service: Service, username: string) =>
  service.post('/auth/init', { app, deviceInfo, user: { username } })

const allowedFor = async (service: Service, username: string) =>
  (await startSignIn(service, username)).assertionOptions.allowCredentials

/** An unknown user whose only decoy is as long as a testkit credential: 32 bytes. */
async function unknownWithOneOf32(service: Service, length: number) {
  for (;;) {
    const response = await initFor(service, newName('nob').padEnd(length, 'x').slice(0, length))
    const [first, second] = readBody<AuthenticationInit>(response).assertionOptions.allowCredentials
    if (first?.id.length === 43 && !second && first.transports.join() === 'hybrid,internal') return response
  }
}

const readHeaders = ({ headers: { date, 'x-trace-id': traceId, ...headers } }: { headers: Record<string, unknown> }) =>
  Object.entries(headers)
