import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  readBody,
  type SignedUpUser,
  signIn,
  signUpUser,
} from '@thumbturn/service-harness/situations.ts'
import { event } from '@thumbturn/service-harness/store-situations.ts'
import { createApplication } from '../../../src/core/model/applications/create.ts'
import { createApiKey } from '../../../src/core/model/applications/keys.ts'
import { ensureOwnApplication } from '../../../src/core/model/applications/own.ts'

const page = '//admin/v1/applications/demo/events'

/** Tests exports and the live tail; the tail over a real connection. */
eachEngine('event streams', (fresh) => {
  const running = useService(fresh)
  let token: string
  let ada: SignedUpUser
  let url: string
  before(async () => {
    const { core, server } = running()
    const own = await ensureOwnApplication(core, 'http://localhost:4300')
    token = (await createApiKey(core, own, { name: 'admin', scopes: ['admin'] })).text
    ada = await signUpUser(running())
    await createApplication(core, { id: 'bank', rpId: 'localhost', origins: ['http://localhost:4300'] })
    await server.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/admin/v1/applications/demo/events/stream`
  })

  /** Follows the tail until it has sent so many events. */
  async function follow(query: string, lastEventId?: string) {
    const leaving = new AbortController()
    const headers = { authorization: token, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
    const response = await fetch(`${url}${query}`, { headers, signal: leaving.signal })
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
    let text = ''
    return {
      async take(most: number) {
        for (;;) {
          const found = text.split('\n\n').filter((part) => part.startsWith('id: '))
          if (found.length >= most) {
            text = ''
            return found.map(
              (part) => JSON.parse(part.slice(part.indexOf('data: ') + 6)) as { uuid: string; eventId: string },
            )
          }
          const { value, done } = await chunks.next()
          assert.ok(!done, 'the stream ended')
          text += value
        }
      },
      /** Waits for a comment, which the tail sends when it has looked. */
      async untilLooked() {
        while (!text.includes(':\n\n')) text += (await chunks.next()).value
        text = ''
      },
      leave: () => leaving.abort(),
    }
  }

  test('an export has every matching event once, and ends with a line that says so', async () => {
    const { core } = running()
    const append = Array.from({ length: 1_205 }, (_, n) =>
      event(core.random.timeId(), { appId: 'demo', at: core.now(), type: 'fido2.otp.shown', detail: { n } as never }),
    )
    await core.store.commit(append.map((one) => ({ append: one })))
    const { text, headers } = await running().ask('GET', `${page}/export?type=fido2.otp.shown`, { token })
    assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { uuid?: string; end?: boolean })
    assert.deepEqual(lines.pop(), { end: true })
    assert.deepEqual(
      lines.map(({ uuid }) => uuid),
      append.map(({ id }) => id).reverse(),
    )
    const none = await running().ask('GET', `${page}/export?type=fido2.x`, { token })
    assert.equal(none.text, '{"end":true}\n')
  })

  test('the tail sends new events that match, and only those of its application', async (t) => {
    const tail = await follow('?type=fido2.passkey.auth')
    t.after(tail.leave)
    await tail.untilLooked()
    const { core } = running()
    await core.store.commit([{ append: event(core.random.timeId(), { appId: 'bank', at: core.now() }) }])
    readBody(await signIn(running(), ada))
    readBody(await signIn(running(), ada))
    const events = await tail.take(2)
    assert.deepEqual(
      events.map(({ eventId }) => eventId),
      ['fido2.passkey.auth.success', 'fido2.passkey.auth.success'],
    )
    assert.ok(events[0]!.uuid < events[1]!.uuid)
    assert.ok(events.every((one) => (one as unknown as { appId: string }).appId === 'demo'))
  })

  test('an event that is committed late still appears, and the tail resumes after the last one', async (t) => {
    const { core } = running()
    const early = event(core.random.timeId(), { appId: 'demo', at: core.now(), type: 'fido2.device.deleted' })
    const late = event(core.random.timeId(), { appId: 'demo', at: core.now(), type: 'fido2.device.deleted' })
    const last = event(core.random.timeId(), { appId: 'demo', at: core.now(), type: 'fido2.device.deleted' })
    const tail = await follow('?type=fido2.device')
    t.after(tail.leave)
    await tail.untilLooked()
    await core.store.commit([{ append: early }, { append: last }])
    assert.deepEqual(
      (await tail.take(2)).map(({ uuid }) => uuid),
      [early.id, last.id],
    )
    await core.store.commit([{ append: late }])
    assert.deepEqual(
      (await tail.take(1)).map(({ uuid }) => uuid),
      [late.id],
    )
    const resumed = await follow('?type=fido2.device', early.id)
    t.after(resumed.leave)
    assert.deepEqual(
      (await resumed.take(2)).map(({ uuid }) => uuid),
      [late.id, last.id],
    )
  })

  test("exports and tails of unknown applications, with other applications' keys, or with unknown filters are rejected", async () => {
    const { text: foreign } = await apiKey(running(), ['user:read'])
    for (const route of ['export', 'stream']) {
      const ask = (path: string, key = token) => running().ask('GET', path, { token: key })
      assert.equal((await ask(`//admin/v1/applications/missing/events/${route}`)).status, 404)
      assertRejected(await ask(`${page}/${route}?limit=1`), { status: 400, msg: /limit/, msgCode: 'bad_request' })
      assert.equal((await ask(`${page}/${route}`, foreign)).status, 403)
    }
  })

  test('a slow reader of an export holds up no other call, and a tail ends when the service stops', async () => {
    const response = await fetch(url, { headers: { authorization: token } })
    const exported = await fetch(url.replace('stream', 'export'), { headers: { authorization: token } })
    assert.equal(
      readBody<{ events: object[] }>(await running().ask('GET', `${page}?limit=1`, { token })).events.length,
      1,
    )
    await exported.body!.cancel()
    const startedAt = performance.now()
    const closing = running().server.close()
    await assert.doesNotReject(response.text())
    await closing
    assert.ok(performance.now() - startedAt < 3_000)
  })
})
