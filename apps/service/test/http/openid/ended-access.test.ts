import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  authorize,
  type Browser,
  exchangeOf,
  type OpenidTokens,
  readCookies,
  readPage,
  requestCode,
  requestOf,
  send,
  signInAgain,
  signInToBrowser,
  signInToClient,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { addDeviceClient, decide, poll, startDevice } from '@thumbturn/service-harness/openid-devices.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { decideConsent } from '../../../src/core/flows/authorization/pages.ts'
import { signOutBrowser } from '../../../src/core/flows/authorization/sign-in-browser.ts'
import type { Client } from '../../../src/core/model/authorization/client.ts'
import {
  endBrowserSession,
  listBrowserSessions,
  revokeConsent,
} from '../../../src/core/use-cases/browser-sessions/manage.ts'
import { deleteClient } from '../../../src/core/use-cases/openid-clients/manage.ts'
import { deleteAnyPasskey } from '../../../src/core/use-cases/passkeys/manage.ts'

type User = { userId: string; browser: Browser }

/** Both places where access tokens are verified online. */
async function isWorking(service: Service, client: Client, token: string): Promise<boolean> {
  const { status } = await service.ask('GET', '//apps/demo/openid/userinfo', { token: `Bearer ${token}` })
  const { active } = readBody<{ active: boolean }>(await send(service, 'introspect', { client, fields: { token } }))
  assert.equal(status, active ? 200 : 401)
  return active
}

async function allow(service: Service, client: Client, { browser, scope = 'openid' }: User & { scope?: string }) {
  const { request } = readPage(await authorize(service, { ...requestOf(client), scope }, browser))
  const call = { request, cookies: readCookies(browser), decision: 'allow' } as const
  const { location } = await decideConsent(service.core, service.application, call)
  return new URL(location).searchParams.get('code')!
}

const exchange = (service: Service, client: Client, code: string) =>
  send(service, 'token', { client, fields: exchangeOf(client, code) })

const revoke = ({ core, application }: Service, client: Client, { userId }: Pick<User, 'userId'>) =>
  revokeConsent(core, { application, userId }, client.id)

eachEngine('access tokens end at once', (fresh) => {
  const running = useService(fresh)

  test('with the consent of the user, and a later one does not restore them', async () => {
    const service = running()
    const [client, user] = [await addOpenidClient(service, { consent: 'ask' }), await signUpInBrowser(service)]
    const neighbor = await signInToClient(service, await addOpenidClient(service))
    const scope = 'openid offline_access'
    const first = readBody<OpenidTokens>(
      await exchange(service, client, await allow(service, client, { ...user, scope })),
    )
    const unused = await requestCode(service, { client, browser: user.browser }, { scope })
    assert.equal(await isWorking(service, client, first.access_token), true)
    await revoke(service, client, user)
    assert.equal(await isWorking(service, client, first.access_token), false)
    assert.equal((await exchange(service, client, unused)).status, 400)
    service.clock.advance(1)
    const second = readBody<OpenidTokens>(await exchange(service, client, await allow(service, client, user)))
    assert.equal(await isWorking(service, client, first.access_token), false)
    assert.equal(await isWorking(service, client, second.access_token), true)
    assert.equal((await exchange(service, client, unused)).status, 400)
    assert.equal(
      (await service.ask('GET', '//apps/demo/openid/userinfo', { token: `Bearer ${neighbor.tokens.access_token}` }))
        .status,
      200,
    )
  })

  test('with the consent that allowed a device', async () => {
    const service = running()
    const [client, user] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const { device_code, user_code } = await startDevice(service, client)
    await decide(service, { browser: user.browser, userCode: user_code })
    const tokens = readBody<OpenidTokens>(await poll(service, client, device_code))
    const read = () => service.ask('GET', '//apps/demo/openid/userinfo', { token: `Bearer ${tokens.access_token}` })
    assert.equal((await read()).status, 200)
    await revoke(service, client, user)
    assert.equal((await read()).status, 401)
  })

  const endings: Readonly<Record<string, (service: Service, user: User) => Promise<unknown>>> = {
    'the user signs out': ({ core, application }, { browser }) =>
      signOutBrowser(core, application, readCookies(browser)),
    'the session is ended elsewhere': async ({ core, application }, { userId }) => {
      const [session] = await listBrowserSessions(core, { application, userId })
      await endBrowserSession(core, { application, userId }, session!.id)
    },
    'another user signs in in that browser': async (service, { browser }) =>
      signInToBrowser(service, { token: await signInAgain(service, await signUpInBrowser(service)), browser }),
    'the passkey of the session is deleted': async ({ core, application }, { userId }) => {
      const [session] = await listBrowserSessions(core, { application, userId })
      const backend = { application, keyId: undefined }
      await deleteAnyPasskey(core, { backend, passkeyId: session!.passkeyId! })
    },
  }

  for (const [what, end] of Object.entries(endings))
    test(`when ${what}, except for those with access while the user is away`, async () => {
      const service = running()
      const client = await addOpenidClient(service)
      const { tokens, ...user } = await signInToClient(service, client, { scope: 'openid' })
      const code = await requestCode(service, { client, browser: user.browser }, { scope: 'openid offline_access' })
      const away = readBody<OpenidTokens>(await exchange(service, client, code))
      assert.equal(await isWorking(service, client, tokens.access_token), true)
      await end(service, user)
      assert.equal(await isWorking(service, client, tokens.access_token), false)
      assert.equal(await isWorking(service, client, away.access_token), true)
    })

  test('with their client, also if there is another one of its ID later', async () => {
    const service = running()
    const client = await addOpenidClient(service)
    const { tokens } = await signInToClient(service, client)
    await deleteClient(service.core, service.application, client.id)
    service.clock.advance(1_000)
    const next = await addOpenidClient(service, { id: client.id, createdAt: service.clock.now() })
    assert.equal(await isWorking(service, next, tokens.access_token), false)
  })
})
