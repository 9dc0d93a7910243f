import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  authorize,
  readPage,
  requestOf,
  signInAgain,
  signInToBrowser,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected, newName, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { changeApplication } from '../../../src/core/use-cases/applications/change.ts'
import { createGroup } from '../../../src/core/use-cases/groups/manage.ts'
import { setGroupsOfUser } from '../../../src/core/use-cases/groups/members.ts'
import { changeProfile } from '../../../src/core/use-cases/users/profile.ts'
import { callFromPage } from './hosted-browser.ts'

type Account = {
  user: { id: string; username: string }
  profile: object
  contacts: object
  passkeys: { id: string }[]
  sessions: { id: string; isCurrent: boolean; browser: string }[]
  programs: { clientId: string; name: string; scopes: string[] }[]
}

const invalidToken = { status: 401, msgCode: 'unauthorized', msg: 'The token is not valid' }
const noSession = { status: 404, msgCode: 'not_found', msg: 'The user has no such session' }

eachEngine('the account page', (fresh) => {
  const running = useService(fresh)

  type Browser = Parameters<typeof callFromPage>[2]

  const show = async (browser: Browser) =>
    readBody<Account>(await callFromPage(running(), ['GET', '/account'], browser))

  test('a user sees their passkeys, browsers, and programs', async () => {
    const service = running()
    const client = await addOpenidClient(service, { consent: 'ask' })
    const { browser, username, userId, passkeyId } = await signUpInBrowser(service)
    const { request } = readPage(await authorize(service, requestOf(client), browser))
    await callFromPage(service, ['POST', '/consent', { request, decision: 'allow' }], browser)
    const { user, contacts, passkeys, sessions, programs } = await show(browser)
    assert.deepEqual(user, { id: userId, username })
    assert.deepEqual(contacts, {})
    assert.deepEqual(
      passkeys.map(({ id }) => id),
      [passkeyId],
    )
    assert.deepEqual(
      sessions.map(({ isCurrent }) => isCurrent),
      [true],
    )
    const [{ clientId, name, scopes }] = programs as [Account['programs'][0]]
    assert.deepEqual([clientId, name, scopes], [client.id, client.name, ['openid']])
  })

  test('a user changes their profile, field by field, and no one else’s', async () => {
    const service = running()
    const [{ browser, userId }, other] = [await signUpInBrowser(service), await signUpInBrowser(service)]
    const change = (body: object) => callFromPage(service, ['POST', '/account/profile', body], browser)
    assert.deepEqual(readBody(await change({ name: 'Ada Lovelace', nickname: 'ada' })), {
      name: 'Ada Lovelace',
      nickname: 'ada',
    })
    assert.deepEqual(readBody(await change({ nickname: '' })), { name: 'Ada Lovelace' })
    const more = { website: 'https://ada.example', locale: 'de', zoneinfo: 'Europe/London' }
    assert.deepEqual(readBody(await change(more)), { name: 'Ada Lovelace', ...more })
    for (const wrong of [
      { website: 'ada' },
      { locale: '?' },
      { zoneinfo: 'London' },
      { picture: 'https://ada.example/' },
    ])
      assert.equal((await change(wrong)).status, 400)
    readBody(await change({ website: '', locale: '', zoneinfo: '' }))
    assert.equal((await change({ claims: { admin: true } })).status, 400)
    assert.equal((await change({ name: 'a'.repeat(257) })).status, 400)
    const { user, profile } = await show(browser)
    assert.deepEqual([user.id, profile], [userId, { name: 'Ada Lovelace' }])
    assert.deepEqual((await show(other.browser)).profile, {})
  })

  test('a program whose access is revoked asks again', async () => {
    const service = running()
    const [client, { browser }] = [await addOpenidClient(service, { consent: 'ask' }), await signUpInBrowser(service)]
    const ask = async () => readPage(await authorize(service, requestOf(client), browser))
    const { request } = await ask()
    await callFromPage(service, ['POST', '/consent', { request, decision: 'allow' }], browser)
    const revoke = () => callFromPage(service, ['DELETE', `/account/programs/${client.id}`, {}], browser)
    assert.equal((await revoke()).status, 204)
    assert.equal((await ask()).page, 'consent')
    assert.equal((await revoke()).status, 404)
  })

  test('a user signs another browser out, and this one', async () => {
    const service = running()
    const { browser, ...user } = await signUpInBrowser(service)
    const other = await signInToBrowser(service, { token: await signInAgain(service, user) })
    const { sessions } = await show(browser)
    const [elsewhere, here] = [false, true].map((isHere) => sessions.find(({ isCurrent }) => isCurrent === isHere)!.id)
    const end = (id: string | undefined) => callFromPage(service, ['DELETE', `/account/sessions/${id}`, {}], browser)
    assert.equal((await end(elsewhere)).status, 204)
    assert.equal((await callFromPage(service, ['GET', '/account'], other.browser)).status, 401)
    assert.match(String((await end(here)).headers['set-cookie']), /Max-Age=0/)
    assert.equal((await callFromPage(service, ['GET', '/account'], browser)).status, 401)
  })

  test('a session of another user can’t be ended, and looks like none', async () => {
    const service = running()
    const [mine, theirs] = [await signUpInBrowser(service), await signUpInBrowser(service)]
    const [session] = (await show(theirs.browser)).sessions
    assertRejected(
      await callFromPage(service, ['DELETE', `/account/sessions/${session!.id}`, {}], mine.browser),
      noSession,
    )
    assert.equal((await show(theirs.browser)).sessions.length, 1)
  })

  test('an export has everything about the user, and takes a token of their own sign-in of this moment, once', async () => {
    const service = running()
    const { browser, ...user } = await signUpInBrowser(service)
    const download = (token: string) => callFromPage(service, ['POST', '/account/export', { token }], browser)
    assertRejected(await download((await signUpUser(service)).jwtAccess), invalidToken)
    const [{ userId }, groups] = [user, [newName('group')]]
    const backend = { application: service.application, keyId: undefined }
    await createGroup(service.core, backend, { name: groups[0]! })
    await setGroupsOfUser(service.core, { backend, userId }, groups)
    const [profile, claims] = [{ name: 'Ada Lovelace' }, { department: 'Engines' }]
    await changeProfile(service.core, { backend, userId }, { ...profile, claims })
    const token = await signInAgain(service, user)
    const data = readBody<Record<string, unknown>>(await download(token))
    assert.deepEqual(Object.keys(data).sort(), ['browserSessions', 'consents', 'devices', 'user'])
    assert.partialDeepStrictEqual(data.user, { username: user.username, profile, claims, groups })
    assert.doesNotMatch(JSON.stringify(data), /keyHash/)
    assertRejected(await download(token), {
      ...invalidToken,
      msg: 'The token was already used: sign in with the passkey again',
    })
    const old = await signInAgain(service, user)
    service.clock.advance(4 * 60_000)
    assertRejected(await download(old), {
      ...invalidToken,
      msg: 'The sign-in was more than three minutes ago: sign in again',
    })
  })

  test('users delete their account only if the application allows it', async () => {
    const service = running()
    const { browser, ...user } = await signUpInBrowser(service)
    const remove = async () =>
      callFromPage(service, ['POST', '/account/delete', { token: await signInAgain(service, user) }], browser)
    assert.equal((await remove()).status, 403)
    await changeApplication(service.core, { id: 'demo' }, { settings: { hostedDeletion: true } })
    assert.equal((await remove()).status, 204)
    assert.equal(await service.core.store.users.find('demo', user.userId), undefined)
    assert.equal((await callFromPage(service, ['GET', '/account'], browser)).status, 401)
  })
})
