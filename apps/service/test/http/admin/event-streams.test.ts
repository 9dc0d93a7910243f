import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { createAdminKey } from '@thumbturn/service-harness/members.ts'
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
import type { EventRecord } from '../../../src/core/model/events/event.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { revokeApiKey } from '../../../src/core/use-cases/applications/keys.ts'

const page = '//admin/v1/applications/demo/events'

/** Tests exports and the live tail; the tail over a real connection. */
eachEngine('event streams', (fresh) => {
  const running = useService(fresh)
  let token: string
  let ada: SignedUpUser
  let url: string
  before(async () => {
    const { core, server } = running()
    token = (await createAdminKey(running())).text
    ada = await signUpUser(running())
    await createApplication(core, { id: 'bank', rpId: 'localhost', origins: ['http://localhost:4300'] })
    await server.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/admin/v1/applications/demo/events/stream`
  })

  /** Follows the tail until it has sent a number of events. */
  async function follow(query: string, lastEventId?: string) {
    const leaving = new AbortController()
    const headers = { authorization: token, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
    const response = await fetch(`${url}${query}`, { headers, signal: leaving.signal })
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
    let text = ''
    let all = ''
    const read = async () => {
      const { value, done } = await chunks.next()
      assert.ok(!done, 'the stream ended')
      text += value
      all += value
    }
    return {
      async take(most: number) {
        for (;;) {
          const found = text.split('\n\n').filter((part) => part.includes('\ndata: {"'))
          if (found.length >= most) {
            text = ''
            return found.map(
              (part) => JSON.parse(part.slice(part.indexOf('data: ') + 6)) as { uuid: string; eventId: string },
            )
          }
          await read()
        }
      },
      /** Waits until the tail has looked, and returns where it can be resumed. */
      async untilLooked(): Promise<string> {
        for (;;) {
          const [, reached] = /^id: (\S+)\n\n/m.exec(text) ?? []
          if (reached === undefined) await read()
          else text = ''
          if (reached !== undefined) return reached
        }
      },
      /** Whether events were left out so far. */
      hasSkipped: () => all.includes('event: skipped'),
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
    for (const one of events) assert.partialDeepStrictEqual(one, { appId: 'demo', username: ada.username })
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

  /** Appends events, newest last. */
  async function append(count: number, changes: Partial<EventRecord> = {}) {
    const { core } = running()
    const at = core.now()
    const events = Array.from({ length: count }, () => event(core.random.timeId(), { appId: 'demo', at, ...changes }))
    // PostgreSQL takes a limited number of writes in one batch.
    for (let from = 0; from < count; from += 1_000)
      await core.store.commit(events.slice(from, from + 1_000).map((one) => ({ append: one })))
    return events
  }

  test('a connection that breaks before the first event resumes where it began', async (t) => {
    const type = 'fido2.credential.added'
    const tail = await follow(`?type=${type}`)
    const reached = await tail.untilLooked()
    tail.leave()
    const missed = await append(2, { type })
    const resumed = await follow(`?type=${type}`, reached)
    t.after(resumed.leave)
    assert.deepEqual(
      (await resumed.take(2)).map(({ uuid }) => uuid),
      missed.map(({ id }) => id),
    )
  })

  test('the tail ends when its key is revoked, and sends nothing more', async () => {
    const { application, text, key } = await createAdminKey(running())
    const response = await fetch(url, { headers: { authorization: text } })
    const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
    await chunks.next()
    await revokeApiKey(running().core, application, key.id)
    await append(1, { type: 'fido2.mfa.refresh.reused' })
    let sent = ''
    for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) sent += chunk.value
    assert.doesNotMatch(sent, /reused/)
  })

  test('a rare event among thousands of others is not missed', async (t) => {
    const tail = await follow('?severity=critical')
    t.after(tail.leave)
    await tail.untilLooked()
    const [rare] = await append(1, { type: 'fido2.mfa.refresh.reused' })
    await append(6_000)
    assert.deepEqual(
      (await tail.take(1)).map(({ uuid }) => uuid),
      [rare?.id],
    )
  })

  test('a caller who resumes too late, or after too much, learns that events are missing', async (t) => {
    const { clock } = running()
    const type = 'fido2.contact.verified'
    const [first] = await append(1, { type })
    const many = await append(1_001, { type })
    const resumed = await follow(`?type=${type}`, first?.id)
    t.after(resumed.leave)
    await resumed.untilLooked()
    assert.ok(resumed.hasSkipped())
    clock.advance(6 * 60_000)
    const late = await follow('?type=fido2.contact.deleted', many.at(-1)?.id)
    t.after(late.leave)
    await late.untilLooked()
    assert.ok(late.hasSkipped())
  })

  test('a reader that stalls costs no memory, delays no other reader, and learns that events are missing', async (t) => {
    const type = 'fido2.user.imported'
    const stalled = await new Promise<IncomingMessage>((resolve) => {
      get(`${url}?type=${type}`, { headers: { authorization: token } }, resolve)
    })
    t.after(() => stalled.destroy())
    const other = await follow(`?type=${type}&detail=n:last`)
    t.after(other.leave)
    await other.untilLooked()
    // More than the buffers of a connection hold.
    const large = await append(1_000, { type, detail: { n: 'x'.repeat(16_000) } as never })
    // The service prepares at most one further look; without a limit, each of these would be in a look of its own.
    const batches: EventRecord[] = []
    for (const n of ['1', '2', '3', 'last']) {
      await pause(1_200)
      batches.push(...(await append(600, { type, detail: { n } as never })))
    }
    await other.take(600)
    const last = `id: ${batches.at(-1)?.id}\ndata`
    const chunks = ['']
    for await (const chunk of stalled.setEncoding('utf8')) {
      chunks.push(chunk as string)
      // To search the whole text, which has many megabytes, for every chunk would block the service for seconds.
      if (chunks.slice(-5).join('').includes(last)) break
    }
    const text = chunks.join('')
    const received = [...text.matchAll(/^id: (\S+)\ndata/gm)].map(([, id]) => id)
    assert.match(text, /event: skipped/)
    assert.equal(new Set(received).size, received.length)
    assert.ok(large.every(({ id }) => received.includes(id)))
    assert.ok(received.length < large.length + batches.length, `${received.length} events`)
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

  test('an export ends without its last line when its key is revoked', async () => {
    const { application, text, key } = await createAdminKey(running())
    // More than the buffers of a connection hold, so the export waits for its reader.
    await append(3_000, { type: 'fido2.user.activated', detail: { n: 'x'.repeat(4_000) } as never })
    const response = await fetch(url.replace('stream', 'export?type=fido2.user.activated'), {
      headers: { authorization: text },
    })
    await revokeApiKey(running().core, application, key.id)
    const lines = (await response.text()).trimEnd().split('\n')
    assert.ok(lines.length < 3_000, `${lines.length} lines`)
    assert.ok(!lines.includes('{"end":true}'))
  })

  /** An admin key of its own, which is one caller. */
  const newKey = async () => (await createAdminKey(running())).text

  const open = async (at: string, key: string) => {
    const leaving = new AbortController()
    const response = await fetch(at, { headers: { authorization: key }, signal: leaving.signal })
    const { status, headers } = response
    // A response that nothing refers to is canceled.
    return { response, status, retryAfter: headers.get('retry-after'), leave: () => leaving.abort() }
  }
  type OpenStream = Awaited<ReturnType<typeof open>>

  /** Opens the last one again, until a place is free: the service learns of a broken connection a moment later. */
  async function openLater(at: string, key: string): Promise<OpenStream> {
    for (;;) {
      const opened = await open(at, key)
      if (opened.status !== 429) return opened
      await pause(20)
    }
  }

  test('a caller follows ten streams at a time, and a node has a hundred', async (t) => {
    const all: OpenStream[] = []
    t.after(() => {
      for (const { leave } of all) leave()
    })
    const keys = await Promise.all(Array.from({ length: 11 }, newKey))
    const [first = '', ...others] = keys
    for (let n = 0; n < 10; n++) all.push(await openLater(url, first))
    const tooMany = await open(url, first)
    assert.deepEqual([tooMany.status, tooMany.retryAfter], [429, '30'])
    all.pop()!.leave()
    all.push(await openLater(url, first))
    for (const key of others.slice(0, 9)) for (let n = 0; n < 10; n++) all.push(await openLater(url, key))
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]))
    const full = await open(url, others.at(-1)!)
    assert.deepEqual([full.status, full.retryAfter], [429, '30'])
  })

  test('all who follow an application share one look a second, whatever they filter', async (t) => {
    const filters = ['', '?severity=notice', '?type=fido2.passkey', '?reason=x', '?detail=os:Windows', '?address=a']
    const tails = await Promise.all(filters.map((query) => follow(query)))
    t.after(() => {
      for (const { leave } of tails) leave()
    })
    await Promise.all(tails.map((tail) => tail.untilLooked()))
    const looks = t.mock.method(running().core.store.events, 'listIds').mock
    const reads = t.mock.method(running().core.store.events, 'page').mock
    for (let look = 0; look < 3; look++) await Promise.all(tails.map((tail) => tail.untilLooked()))
    assert.ok(looks.callCount() <= 5, `${looks.callCount()} looks`)
    assert.equal(reads.callCount(), 0)
  })

  test('a caller reads five exports at a time', async (t) => {
    // More than the buffers of a connection hold, so an export waits for its reader.
    await append(3_000, { type: 'fido2.user.deactivated', detail: { n: 'x'.repeat(4_000) } as never })
    const at = url.replace('stream', 'export?type=fido2.user.deactivated')
    const key = await newKey()
    const all: OpenStream[] = []
    t.after(() => {
      for (const { leave } of all) leave()
    })
    for (let n = 0; n < 5; n++) all.push(await open(at, key))
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]))
    const tooMany = await open(at, key)
    assert.deepEqual([tooMany.status, tooMany.retryAfter], [429, '5'])
    all.pop()!.leave()
    all.push(await openLater(at, key))
  })

  test('a connection ends with the stream that it carried', async (t) => {
    const agent = new Agent({ keepAlive: true })
    t.after(() => agent.destroy())
    const options = { agent, headers: { authorization: token } }
    const response = await new Promise<IncomingMessage>((resolve) => {
      get(url.replace('stream', 'export?type=fido2.otp.shown'), options, resolve)
    })
    response.resume()
    await once(response.socket, 'close')
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
    // It would last five minutes.
    assert.ok(performance.now() - startedAt < 60_000)
  })
})
