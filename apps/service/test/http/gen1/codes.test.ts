import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import {
  type AttestationInit,
  type Authentication,
  assertGen1Rejected,
  attested,
  gen1Backend,
  gen1SignIn,
  invalidRequest,
  signUpGen1User,
  userNotFound,
} from '@thumbturn/service-harness/gen1.ts'
import { startService, stored, useService } from '@thumbturn/service-harness/service.ts'
import { newDevice, newName, readBody, readClaims } from '@thumbturn/service-harness/situations.ts'

type Code = { code: string; type: string; expires_at: string; is_authorized: boolean }

const badCode = [400, 'invalid_access_code', 'The code is wrong, has expired or was used'] as const
const inTime = [400, 'remote_session_timeout'] as const
const temporary = 'temporary_authentication'

anyEngine('first-generation codes', (fresh) => {
  const running = useService(fresh)
  const situation = async (service = running()) => {
    const backend = await gen1Backend(service)
    const ada = await signUpGen1User(backend)
    const { username } = ada
    const generate = async (type: string, more: object = {}) =>
      readBody<Code>(
        await backend.call('codes.generate', `/codes/${type}/generate`, { username, purpose: temporary, ...more }),
      )
    const authorize = (code: string, more: object = {}, path = '/codes/authorize') =>
      backend.call('codes.authorize', path, { username, code, purpose: temporary, ...more })
    const wait = (code: string, type: string, more: object = {}) =>
      backend.call('auth.temporary', '/authenticate/code/wait', {
        username,
        authentication_code: { code, type },
        no_wait: true,
        ...more,
      })
    return { service, backend, ada, username, generate, authorize, wait }
  }

  for (const [type, pattern, minutes] of [
    ['short', /^\d{6}$/, 3],
    ['phrase', /^([bdfghjklmnprstvz][aeio]){2}(-([bdfghjklmnprstvz][aeio]){2}){3}$/, 10],
    ['long', /^[\w-]{32}$/, 60],
  ] as const) {
    test(`a ${type} code is created, authorized, and signs in once`, async () => {
      const { service, ada, generate, authorize, wait } = await situation()
      const { code, expires_at, ...rest } = await generate(type)
      assert.match(code, pattern)
      assert.deepEqual(rest, { type, is_authorized: false })
      assert.equal(Date.parse(expires_at) - service.clock.now(), minutes * 60_000)
      assert.ok(!JSON.stringify(await stored(service.database)).includes(code))
      assertGen1Rejected(await wait(code, type), inTime)
      for (let count = 0; count < 2; count++)
        assert.deepEqual(readBody(await authorize(code, {}, `/codes/${type}/authorize`)), {
          expires_at,
          is_authorized: true,
        })
      const { jwt = '', ...body } = readBody<Authentication>(await wait(code, type))
      assert.deepEqual(body, { client: ada.client, user: ada.user, is_authenticated: true })
      assert.deepEqual(readClaims(jwt).amr, ['otp'])
      assertGen1Rejected(await wait(code, type), badCode)
    })

    test(`a ${type} code ends when it expires, when a newer one is created, and when all codes are invalidated`, async () => {
      const { service, backend, username, generate, wait } = await situation()
      const late = await generate(type, { authorize: true })
      assert.equal(late.is_authorized, true)
      service.clock.advance(minutes * 60_000)
      assertGen1Rejected(await wait(late.code, type), badCode)
      const old = await generate(type, { authorize: true })
      const { code } = await generate(type, { authorize: true })
      assertGen1Rejected(await wait(old.code, type), badCode)
      const body = { username, purpose: temporary }
      for (const path of ['/codes/invalidate-all', `/codes/${type}/invalidate-all`])
        readBody(await backend.call('codes.invalidate', path, body))
      assertGen1Rejected(await wait(code, type), badCode)
    })
  }

  test('short codes and phrases are accepted the way users type them', async () => {
    const { generate, authorize } = await situation()
    const { code } = await generate('short')
    readBody(await authorize(` ${code.slice(0, 3)} ${code.slice(3)}`))
    const phrase = (await generate('phrase')).code
    readBody(await authorize(phrase.toUpperCase().replaceAll('-', ' ')))
  })

  test('a code for another purpose, type, or user, or for an unknown user, fails without revealing why', async () => {
    const { backend, generate, wait, authorize } = await situation()
    const other = await situation()
    const { code } = await generate('long', { purpose: 'add_credential', authorize: true })
    const theirs = (await other.generate('long', { authorize: true })).code
    const unknown = newName('unknown')
    for (const response of [
      await wait(code, 'long'),
      await wait(theirs, 'long'),
      await wait(theirs, 'short'),
      await wait(theirs, 'long', { username: unknown }),
      await authorize(theirs),
    ])
      assertGen1Rejected(response, badCode)
    readBody(await other.wait(theirs, 'long'))
    const body = { username: unknown, purpose: temporary }
    assertGen1Rejected(await backend.call('codes.generate', '/codes/short/generate', body), userNotFound)
    assertGen1Rejected(await backend.call('codes.generate', '/codes/other/generate', body), invalidRequest)
  })

  test('five wrong codes in a row lock their purpose; the backend unlocks it with a new code, and passkeys still work', async () => {
    const { backend, ada, generate, wait } = await situation()
    const { code } = await generate('long', { authorize: true })
    for (let count = 0; count < 4; count++) assertGen1Rejected(await wait('x', 'long'), badCode)
    readBody(await wait(code, 'long'))
    const second = await generate('long', { authorize: true })
    await Promise.all(Array.from({ length: 5 }, () => wait('x', 'long')))
    assertGen1Rejected(await wait(second.code, 'long'), badCode)
    readBody(await gen1SignIn(backend, ada))
    const third = await generate('long', { authorize: true })
    readBody(await wait(third.code, 'long'))
  })

  test('a waiting client is signed in when another node authorizes the code, even a node that started later', async () => {
    const database = await fresh()
    const secret = randomBytes(32)
    const service = await startService({ databaseUrl: database.url, secret })
    const { generate, wait, username } = await situation({ ...service, database })
    const { code } = await generate('short')
    let asked = 0
    let polled = () => {}
    const isPolling = new Promise<void>((resolve) => {
      polled = resolve
    })
    service.core.pause = async () => {
      if (++asked === 3) polled()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const waiting = wait(code, 'short', { no_wait: false })
    await isPolling
    const second = await startService({ databaseUrl: database.url, clock: service.clock, secret })
    const elsewhere = await gen1Backend(second, { ownKey: true })
    const body = { username, code, purpose: temporary }
    readBody(await elsewhere.call('codes.authorize', '/codes/authorize', body))
    readBody(await waiting)
    await Promise.all([service.close(), second.close()])
    await database.drop()
  })

  test('a wait ends after three minutes, or when the code is invalidated', async () => {
    const service = running()
    const { backend, username, generate, wait } = await situation()
    const { pause } = service.core
    const { code } = await generate('long')
    service.core.pause = async () => service.clock.advance(60_000)
    const began = service.clock.now()
    assertGen1Rejected(await wait(code, 'long', { no_wait: false }), inTime)
    assert.equal(service.clock.now() - began, 180_000)
    service.core.pause = async () => {
      await backend.call('codes.invalidate', '/codes/invalidate-all', { username, purpose: temporary })
    }
    assertGen1Rejected(await wait(code, 'long', { no_wait: false }), badCode)
    service.core.pause = pause
  })

  test("waiting clients don't keep a server from shutting down", async () => {
    const database = await fresh()
    const service = await startService({ databaseUrl: database.url })
    const { generate, wait } = await situation({ ...service, database })
    const { code } = await generate('long')
    const { pause } = service.core
    let closed: Promise<void> | undefined
    service.core.pause = (ms, signal) => {
      closed ??= service.server.close()
      return pause(ms, signal)
    }
    assertGen1Rejected(await wait(code, 'long', { no_wait: false }), inTime)
    await closed
    await service.core.store.close()
    await database.drop()
  })

  test('a code authorizes adding a passkey: a failed attempt keeps the code, and the new passkey spends it', async () => {
    const { backend, ada, username, generate } = await situation()
    const purpose = 'add_credential'
    const init = (code: string, type = 'long') =>
      backend.call('credentials.add', '/credentials/fido2/init/code', { username, authentication_code: { code, type } })
    const complete = (started: AttestationInit, change: object = {}) =>
      backend.open('/credentials/fido2/complete', {
        attestation_payload: { ...attested(newDevice(), started), ...change },
      })
    assertGen1Rejected(await init((await generate('long', { purpose })).code), badCode)
    assertGen1Rejected(await init((await generate('long', { authorize: true })).code), badCode)
    const { code } = await generate('long', { purpose, authorize: true })
    const [first, second] = [readBody<AttestationInit>(await init(code)), readBody<AttestationInit>(await init(code))]
    assert.equal((await complete(first, { attestation_data: 'AAAA' })).status, 400)
    const { user } = readBody<Authentication>(await complete(first))
    assert.equal(user.id, ada.user.id)
    assertGen1Rejected(await complete(second), [400, 'credential_not_created'])
    assertGen1Rejected(await init(code), badCode)
  })
})
