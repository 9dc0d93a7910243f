import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceCodeGrant } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addPublicClient,
  authorize,
  type Browser,
  exchangeOf,
  issuer,
  type OpenidTokens,
  readCookies,
  readPage,
  requestCode,
  requestOf,
  send,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { addDeviceClient, decide, startDevice } from '@thumbturn/service-harness/openid-devices.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import type { Core } from '../../../src/core/core.ts'
import { decideConsent } from '../../../src/core/flows/authorization/pages.ts'
import { signOutBrowser } from '../../../src/core/flows/authorization/sign-in-browser.ts'
import { requestTokens } from '../../../src/core/flows/authorization/token.ts'
import type { Client } from '../../../src/core/model/authorization/client.ts'
import { listBrowserSessions, revokeConsent } from '../../../src/core/use-cases/browser-sessions/manage.ts'
import { deleteAnyPasskey } from '../../../src/core/use-cases/passkeys/manage.ts'

type User = { userId: string; browser: Browser }

const scope = 'openid offline_access'

/** A core in which `act` happens before a batch is stored, and after everything that it was computed from was read. */
function interrupt({ core }: Service, act: () => Promise<unknown>): Core {
  let isDone = false
  const commit: Core['store']['commit'] = async (writes) => {
    if (!isDone) {
      isDone = true
      await act()
    }
    return core.store.commit(writes)
  }
  return { ...core, store: { ...core.store, commit } }
}

async function allow(service: Service, client: Client, { browser, core = service.core }: User & { core?: Core }) {
  const { request } = readPage(await authorize(service, { ...requestOf(client), scope, prompt: 'consent' }, browser))
  const call = { request, cookies: readCookies(browser), decision: 'allow' } as const
  const { location } = await decideConsent(core, service.application, call)
  return new URL(location).searchParams.get('code')!
}

const call = {
  authorization: undefined,
  dpop: undefined,
  method: 'POST',
  url: `${issuer}/openid/token`,
  audiences: [],
} as const

type ExchangeInput = { core?: Core; fields: Record<string, string> }

/** The tokens for a grant, as the token endpoint issues them. */
async function exchange(service: Service, client: Client, { core = service.core, fields }: ExchangeInput) {
  const given = { grant_type: '', ...fields, client_id: client.id }
  return (await requestTokens(core, service.application, { fields: given, call })) as OpenidTokens
}

const readUserinfo = async (service: Service, token: string) =>
  (await service.ask('GET', '//apps/demo/openid/userinfo', { token: `Bearer ${token}` })).status

const refresh = async (service: Service, client: Client, token: string) =>
  (await send(service, 'token', { client, fields: { grant_type: 'refresh_token', refresh_token: token } })).status

const revoke = ({ core, application }: Service, client: Client, { userId }: User) =>
  revokeConsent(core, { application, userId }, client.id)

eachEngine('a consent that is revoked', (fresh) => {
  const running = useService(fresh)

  const openAsking = async (service: Service) =>
    [await addPublicClient(service, { consent: 'ask' }), await signUpInBrowser(service)] as const

  test('while its code is exchanged ends the tokens that the exchange returns', async () => {
    const service = running()
    const [client, user] = await openAsking(service)
    const fields = exchangeOf(client, await allow(service, client, user))
    const core = interrupt(service, () => revoke(service, client, user))
    const tokens = await exchange(service, client, { core, fields })
    assert.equal(await readUserinfo(service, tokens.access_token), 401)
    assert.equal(await refresh(service, client, tokens.refresh_token), 400)
  })

  test('while the user gives another one stays revoked', async () => {
    const service = running()
    const [client, user] = await openAsking(service)
    const fields = exchangeOf(client, await allow(service, client, user))
    const { access_token } = await exchange(service, client, { fields })
    service.clock.advance(1)
    await allow(service, client, { ...user, core: interrupt(service, () => revoke(service, client, user)) })
    assert.equal(await readUserinfo(service, access_token), 401)
  })

  test('while another device gets its tokens stays revoked', async () => {
    const service = running()
    const [client, user] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const start = async () => {
      const { device_code, user_code: userCode } = await startDevice(service, client)
      await decide(service, { browser: user.browser, userCode })
      return { grant_type: deviceCodeGrant, device_code }
    }
    const { access_token } = await exchange(service, client, { fields: await start() })
    service.clock.advance(1)
    const core = interrupt(service, () => revoke(service, client, user))
    await exchange(service, client, { core, fields: await start() })
    assert.equal(await readUserinfo(service, access_token), 401)
  })

  test('stays revoked if the user gives another one while the clock is set back', async () => {
    const service = running()
    const [client, user] = await openAsking(service)
    const tokensOf = async () => {
      const fields = exchangeOf(client, await allow(service, client, user))
      return exchange(service, client, { fields })
    }
    const first = await tokensOf()
    await revoke(service, client, user)
    service.clock.set(-60_000)
    const second = await tokensOf()
    assert.equal(await readUserinfo(service, first.access_token), 401)
    assert.equal(await readUserinfo(service, second.access_token), 200)
    service.clock.set(60_000)
  })
})

eachEngine('a browser session', (fresh) => {
  const running = useService(fresh)

  const ends: Readonly<Record<string, (service: Service, core: Core, user: User) => Promise<unknown>>> = {
    'the user signs out': ({ application }, core, { browser }) =>
      signOutBrowser(core, application, readCookies(browser)),
    'its passkey is deleted': async ({ application }, core, { userId }) => {
      const [session] = await listBrowserSessions(core, { application, userId })
      const backend = { application, keyId: undefined }
      await deleteAnyPasskey(core, { backend, passkeyId: session!.passkeyId! })
    },
  }
  for (const [what, end] of Object.entries(ends))
    test(`that ends when ${what} ends the tokens that a client gets at that moment`, async () => {
      const service = running()
      const [client, user] = [await addPublicClient(service), await signUpInBrowser(service)]
      const fields = exchangeOf(client, await requestCode(service, { client, browser: user.browser }))
      let tokens: OpenidTokens | undefined
      const core = interrupt(service, async () => {
        tokens = await exchange(service, client, { fields })
        assert.equal(await readUserinfo(service, tokens.access_token), 200)
      })
      await end(service, core, user)
      assert.equal(await readUserinfo(service, tokens!.access_token), 401)
    })
})
