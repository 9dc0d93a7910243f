import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { dataFolder, run, start } from '@thumbturn/service-harness/program.ts'
import { startReceiver } from '@thumbturn/service-harness/receivers.ts'
import { createSystemRandom } from '../../src/adapters/random.ts'
import type { EventRecord } from '../../src/core/model/events/event.ts'
import { openStore } from '../../src/storage/open.ts'

const random = createSystemRandom(Date.now)

const createEvent = (): EventRecord => ({
  id: random.timeId(),
  appId: 'shop',
  type: 'fido2.user.created',
  at: Date.now(),
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

eachEngine('connectors of a real process', (fresh) => {
  /** The settings of a node, and the store of its application, which has a connector to a receiver. */
  async function prepare(t: TestContext, url: URL) {
    const database = await fresh()
    const DATA_DIR = dataFolder(t)
    const settings = {
      DATA_DIR,
      DATABASE_URL: database.url,
      PORT: '0',
      THUMBTURN_MODE: 'production',
      LOG_LEVEL: 'info',
      BASE_URL: 'http://localhost:4300',
      CONNECTOR_NETWORKS: '127.0.0.0/8,::1',
    }
    const command = (...args: string[]) => run(t, args, settings)
    await command('app', 'create', 'shop', '--rp-id', 'example.com', '--origin', 'https://example.com')
    const file = join(DATA_DIR, 'connector.json')
    writeFileSync(file, JSON.stringify({ name: 'SIEM', target: { type: 'webhook', url: url.href } }))
    const created = await command('connector', 'create', 'shop', file)
    assert.equal(created.code, 0, created.stderr)
    const store = await openStore(database.url)
    t.after(async () => {
      await store.close()
      await database.drop()
    })

    return { settings, store, database }
  }

  test('kill -9 in the middle of a delivery loses nothing: every event that was committed arrives', {
    timeout: 600_000,
  }, async (t) => {
    const received = new Set<string>()
    const receiver = await startReceiver(t, {
      tls: false,
      // Slow enough that kills hit batches that were received and not confirmed.
      respond: (call, response) => {
        const { data } = JSON.parse(call.body) as { data: { events: { uuid: string }[] } }
        setTimeout(() => {
          for (const { uuid } of data.events) received.add(uuid)
          response.end()
        }, 20)
      },
    })
    const { settings, store, database } = await prepare(t, receiver.url)
    const committed: string[] = []
    let isWriting = true
    const write = async () => {
      while (isWriting) {
        const events = Array.from({ length: 20 }, createEvent)
        await store.commit(events.map((event) => ({ append: event })))
        committed.push(...events.map(({ id }) => id))
        await pause(50)
      }
    }
    const writing = write()
    const deadline = Date.now() + 300_000
    for (let kill = 0; kill < 3; kill++) {
      const before = received.size
      const node = start(t, [], settings)
      while (received.size === before && Date.now() < deadline) await pause(5)
      await pause(200 * Math.random())
      node.kill('SIGKILL')
      await node.ended
      // As if the lease of the node that was killed had ended.
      await database.query('update connector_progress set leased_until = 0')
    }
    isWriting = false
    await writing
    const last = start(t, [], settings)
    const missing = () => committed.filter((id) => !received.has(id))
    while (missing().length > 0 && Date.now() < deadline) await pause(100)
    last.kill('SIGTERM')
    await last.ended
    assert.deepEqual(missing(), [])
    assert.ok(committed.length > 200, `${committed.length} events`)
    t.diagnostic(`${committed.length} events, ${receiver.calls.length} batches, 3 kills`)
  })

  test('SIGTERM ends a node within five seconds while a receiver hangs, and the next one sends the batch', {
    timeout: 600_000,
  }, async (t) => {
    const receiver = await startReceiver(t, { tls: false, respond: () => {} })
    const { settings, store } = await prepare(t, receiver.url)
    const node = start(t, [], settings)
    const event = createEvent()
    await store.commit([{ append: event }])
    while (receiver.calls.length === 0) await pause(20)
    node.kill('SIGTERM')
    const { code, stderr } = await node.ended
    // A node that isn't done after four and a half seconds ends with 1.
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    receiver.state.respond = (_, response) => response.end()
    const next = start(t, [], settings)
    while (receiver.calls.length === 1) await pause(20)
    next.kill('SIGTERM')
    await next.ended
    const names = receiver.calls.map(({ headers }) => headers['webhook-id'])
    assert.equal(names[0], names[1])
  })
})
