import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import {
  addOpenidClient,
  authorize,
  exchangeOf,
  type OpenidTokens,
  readCookies,
  readPage,
  requestOf,
  send,
  signUpInBrowser,
} from '@thumbturn/service-harness/openid.ts'
import { addDeviceClient, decide, poll, startDevice } from '@thumbturn/service-harness/openid-devices.ts'
import { type Service, useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { decideConsent } from '../../../src/core/flows/authorization/pages.ts'
import type { Client } from '../../../src/core/model/authorization/client.ts'

const hour = 3_600_000

const findLastUse = async ({ core }: Service, client: Client, userId: string) =>
  (await core.store.consents.find({ appId: 'demo', userId, clientId: client.id }))?.lastUsedAt

/** A code that a new user allowed the client to have. */
async function allow(service: Service, client: Client) {
  const { userId, browser } = await signUpInBrowser(service)
  const { request } = readPage(await authorize(service, { ...requestOf(client), scope: 'offline_access' }, browser))
  const call = { request, cookies: readCookies(browser), decision: 'allow' } as const
  const { location } = await decideConsent(service.core, service.application, call)
  return { userId, code: new URL(location).searchParams.get('code')! }
}

eachEngine('the last use of a consent', (fresh) => {
  const running = useService(fresh)

  test('is recorded when the client gets tokens, and at most once a day when it gets more', async () => {
    const service = running()
    const client = await addOpenidClient(service, { consent: 'ask' })
    const { userId, code } = await allow(service, client)
    assert.equal(await findLastUse(service, client, userId), undefined)
    const request = (fields: Record<string, string>) => send(service, 'token', { client, fields })
    const { refresh_token } = readBody<OpenidTokens>(await request(exchangeOf(client, code)))
    const first = service.clock.now()
    assert.equal(await findLastUse(service, client, userId), first)
    const refresh = async () => readBody(await request({ grant_type: 'refresh_token', refresh_token }))
    service.clock.advance(24 * hour - 1)
    await refresh()
    assert.equal(await findLastUse(service, client, userId), first)
    service.clock.advance(1)
    await refresh()
    assert.equal(await findLastUse(service, client, userId), first + 24 * hour)
  })

  test('is recorded when a device gets its tokens', async () => {
    const service = running()
    const [client, { browser, userId }] = [await addDeviceClient(service), await signUpInBrowser(service)]
    const { device_code, user_code } = await startDevice(service, client)
    await decide(service, { browser, userCode: user_code })
    readBody(await poll(service, client, device_code))
    assert.equal(await findLastUse(service, client, userId), service.clock.now())
  })
})
