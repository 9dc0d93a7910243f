import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anotherPasskey, backend as management } from '@thumbturn/service-harness/backend.ts'
import { shownCode, useCodes, verifyCode } from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, stored } from '@thumbturn/service-harness/service.ts'
import {
  type Account,
  listAccepted,
  listTokenCalls,
  signUpWithEveryMethod,
} from '@thumbturn/service-harness/sign-in-methods.ts'
import {
  apiKey,
  assertRejected,
  deviceInfo,
  newDevice,
  newName,
  readBody,
  requestGrant,
  signIn,
  signInRejected,
  signUp,
  signUpUser,
  startRegistration,
  type Tokens,
} from '@thumbturn/service-harness/situations.ts'

type PasskeyEntry = { id: string; name: string; credentialId: string; createdAt: string; lastUsedAt?: string }
const unknown = { status: 404, msg: 'This user has no such passkey', msgCode: 'not_found' }

const tokenRejected = { status: 401, msg: 'The token is not valid', msgCode: 'unauthorized' }

async function deletedByUser(service: Service, { jwtAccess: token, passkeyId }: Account) {
  readBody(await service.ask('DELETE', `/passkeys/${passkeyId}`, { token }), 204)
}

async function deletedThroughProxy(service: Service, { passkeyId }: Account) {
  const { text: token } = await apiKey(service, ['passkey:write'])
  readBody(await service.ask('DELETE', `/proxy/passkeys/${passkeyId}`, { token }), 204)
}

anyEngine('passkeys', (fresh) => {
  const running = useCodes(fresh)

  test('the list shows every passkey of the user, oldest first, each with its credential ID', async () => {
    const service = running()
    const { device, jwtAccess: token, passkeyId, deviceId } = await signUpUser(service)
    service.clock.advance(1000)
    const started = await startRegistration(service, undefined, { token })
    const second = newDevice()
    const creationResult = second.create(started.registrationRequestOptions)
    readBody(
      await service.post('/reg/complete', { session: started.session, creationResult, passkeyName: ' Work laptop ' }),
    )
    service.clock.advance(1000)
    readBody(await signIn(service, { device }))
    const [first, other, ...more] = readBody<PasskeyEntry[]>(await service.ask('GET', '/passkeys', { token }))
    assert.equal(more.length, 0)
    assert.deepEqual(first, {
      id: passkeyId,
      credentialId: device.credentials[0]!.id,
      name: 'Chrome on Linux',
      aaguid: '00000000-0000-0000-0000-000000000000',
      createdAt: new Date(service.clock.now() - 2000).toISOString(),
      lastUsedAt: new Date(service.clock.now()).toISOString(),
      createdFrom: { ...deviceInfo, deviceId },
      lastUsedFrom: { ...deviceInfo, deviceId },
      lastUsedFromDevice: { ...deviceInfo, deviceId },
      device: 'Chrome on Linux',
      credentialSynced: false,
    })
    assert.equal(other?.name, 'Work laptop')
    assert.equal(other?.credentialId, second.credentials[0]!.id)
    assert.equal(other?.lastUsedAt, undefined)
  })

  test('the list of a grant for an unregistered user is empty', async () => {
    const service = running()
    const token = await requestGrant(service, newName(), ['passkey:read', 'passkey:write'])
    assert.deepEqual(readBody(await service.ask('GET', '/passkeys', { token })), [])
    assertRejected(await service.ask('DELETE', '/passkeys/x', { token }), unknown)
  })

  test('renaming a passkey changes only its name', async () => {
    const service = running()
    const { jwtAccess: token, passkeyId } = await signUpUser(service)
    const [before] = readBody<PasskeyEntry[]>(await service.ask('GET', '/passkeys', { token }))
    const response = await service.ask('PUT', `/passkeys/${passkeyId}`, {
      token,
      body: { name: ' \u{1f511} Ada’s ', id: 'x' },
    })
    assert.deepEqual([response.status, response.text], [204, ''])
    const [after] = readBody<PasskeyEntry[]>(await service.ask('GET', '/passkeys', { token }))
    assert.deepEqual(after, { ...before, name: '\u{1f511} Ada’s' })
  })

  test("a deleted passkey can't sign in, even the last one, and its user can register again with a grant", async () => {
    const service = running()
    const { device, jwtAccess: token, passkeyId, username, userId } = await signUpUser(service)
    assert.equal((await service.ask('DELETE', `/passkeys/${passkeyId}`, { token })).status, 204)
    assertRejected(await signIn(service, { device }), signInRejected)
    const grant = await requestGrant(service, username, ['reg:write'])
    const response = await signUp(service, { token: grant })
    assert.equal(readBody<{ userId: string }>(response).userId, userId)
  })

  for (const [by, remove] of [
    ['its user', deletedByUser],
    ['a backend on behalf of its user', deletedThroughProxy],
  ] as const) {
    test(`the token of a passkey deleted by ${by} lists the remaining passkeys and is rejected everywhere else`, async () => {
      const service = running()
      const account = await signUpWithEveryMethod(service, newName())
      const left = await anotherPasskey(service, account.jwtAccess)
      const shown = await shownCode(service, account.jwtAccess)
      const byCode = readBody<Tokens>(await verifyCode(service, account.username, shown))
      const ways = await listTokenCalls(account)
      const deletion = ways.pop()
      assert.equal(deletion?.what, 'DELETE /passkeys/{id}')
      await remove(service, account)

      assert.deepEqual(await listAccepted(ways), ['a grant', 'GET /passkeys'])
      assertRejected(await deletion.use(), tokenRejected)
      const { aaguid } = (await service.core.store.passkeys.find('demo', left.passkeyId))!
      const provider = await service.ask('GET', `/passkeys/aaguid/${aaguid}`, { token: account.jwtAccess })
      for (const response of [provider, await service.ask('GET', '/passkeys', { token: byCode.jwtAccess })])
        assertRejected(response, tokenRejected)
      const listed = readBody<PasskeyEntry[]>(await service.ask('GET', '/passkeys', { token: account.jwtAccess }))
      assert.ok(listed.some(({ id }) => id === left.passkeyId))
      assert.ok(listed.every(({ id }) => id !== account.passkeyId))
    })
  }

  test("a deleted passkey's token can't list passkeys once it expires or its user is deactivated or signed out", async () => {
    const service = running()
    const ends: readonly ((account: Account) => Promise<unknown>)[] = [
      async () => service.clock.advance(600_000),
      ({ backend, userId }) => backend.manage('users.deactivate', `PUT /manage/users/${userId}/deactivate`),
      async ({ userId }) => (await management(service)).ask('POST', `/users/${userId}/sign-out`),
    ]
    for (const end of ends) {
      const account = await signUpWithEveryMethod(service, newName())
      await deletedByUser(service, account)
      readBody(await service.ask('GET', '/passkeys', { token: account.jwtAccess }))
      await end(account)
      assertRejected(await service.ask('GET', '/passkeys', { token: account.jwtAccess }), tokenRejected)
    }
  })

  test('an empty body with a JSON content type counts as no body, as some clients send it', async () => {
    const service = running()
    const { jwtAccess: token, passkeyId } = await signUpUser(service)
    const headers = { 'content-type': 'application/json' }
    assert.equal((await service.ask('DELETE', `/passkeys/${passkeyId}`, { token, headers })).status, 204)
  })

  test('passkeys of other users and malformed IDs are unknown, and nothing changes', async () => {
    const service = running()
    const [ada, bob] = [await signUpUser(service), await signUpUser(service)]
    const before = await stored(service.database)
    for (const id of [bob.passkeyId, bob.device.credentials[0]!.id, "' or 1=1 --", '%27', '..%2f', 'x']) {
      const path = `/passkeys/${id.startsWith("'") ? encodeURIComponent(id) : id}`
      assertRejected(await service.ask('PUT', path, { token: ada.jwtAccess, body: { name: 'Mine' } }), unknown)
      assertRejected(await service.ask('DELETE', path, { token: ada.jwtAccess }), unknown)
    }
    assert.deepEqual(await stored(service.database), before)
    readBody(await signIn(service, { device: bob.device }))
  })

  for (const [what, name] of [
    ['empty', ''],
    ['only spaces', '  '],
    ['129 characters long', 'x'.repeat(129)],
    ['two lines', 'a\nb'],
    ['a control sequence', '\u001b[31m'],
    ['a lone surrogate', '\ud800'],
    ['with NUL', 'a\0'],
    ['not a string', 7],
    ['an array', ['a']],
    ['null', null],
    ['absent', undefined],
  ] as const) {
    test(`a passkey name that is ${what} is a bad request`, async () => {
      const service = running()
      const { jwtAccess: token, passkeyId } = await signUpUser(service)
      const response = await service.ask('PUT', `/passkeys/${passkeyId}`, { token, body: { name } })
      assertRejected(response, { status: 400, msg: /name/, msgCode: 'bad_request' })
    })
  }

  for (const id of ['%00', '%ff', '%', 'x'.repeat(65), 'x'.repeat(3000), '%ud800']) {
    test(`the passkey ID ${id.slice(0, 10)} (${id.length}) is a bad request or unknown, never an internal error`, async () => {
      const service = running()
      const { jwtAccess: token } = await signUpUser(service)
      for (const [method, body] of [
        ['PUT', { name: 'x' }],
        ['DELETE', undefined],
      ] as const) {
        const response = await service.ask(method, `/passkeys/${id}`, { token, body })
        assert.ok([400, 404, 414].includes(response.status), `${response.status} ${response.text}`)
        assert.deepEqual(Object.keys(response.body as object), ['msg', 'msgCode'])
      }
    })
  }
})
