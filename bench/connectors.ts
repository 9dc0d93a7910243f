/**
 * How fast does a connector catch up after an outage of its receiver? Makes up a feed of a million events on SQLite, and lets the
 * worker of one node deliver it to a receiver in a process of its own, which reads and counts every batch. It also measures how
 * long the event loop was blocked, since that is what a sign-in would have waited, and the memory of the node.
 * Run: npx node bench/connectors.ts [--events 1000000] [--type webhook|splunk|otlp] [--folder <for the database>] [--json]
 */
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { createRootKey } from '@thumbturn/service/adapters/root-key.ts'
import type { Core } from '@thumbturn/service/core/core.ts'
import { firstIdAt } from '@thumbturn/service/core/model/events/ids.ts'
import { createApplication } from '@thumbturn/service/core/use-cases/applications/create.ts'
import { createConnector } from '@thumbturn/service/core/use-cases/connectors/manage.ts'
import { findListed } from '@thumbturn/service/core/use-cases/connectors/status.ts'
import { createConnectorWorker } from '@thumbturn/service/core/use-cases/connectors/worker.ts'
import { connect } from '@thumbturn/service/installation.ts'
import { openStore } from '@thumbturn/service/storage/open.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    type: { type: 'string', default: 'webhook' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
    receiver: { type: 'boolean', default: false },
  },
})

/** The receiver: reads and decompresses each batch, and counts them. */
function receive(): void {
  const counts = { batches: 0, bytes: 0 }
  const server = createServer(async (request, response) => {
    const sent = await buffer(request)
    if (request.headers['content-encoding'] === 'gzip') gunzipSync(sent)
    counts.batches += 1
    counts.bytes += sent.length
    response.setHeader('content-type', 'application/json').end('{"text":"Success","code":0}')
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('message', () => process.send?.(counts))
}

type Counts = { batches: number; bytes: number }

function startReceiver() {
  const child = fork(import.meta.filename, ['--receiver'])
  const next = <T>() => new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
  return {
    port: next<{ port: number }>(),
    async count(): Promise<Counts> {
      const counts = next<Counts>()
      child.send('count')
      return counts
    },
    stop: () => child.kill(),
  }
}

const appId = 'shop'
const at = Date.UTC(2027, 2, 14)
const systems = ['Windows', 'macOS', 'iOS', 'Android', 'Linux', 'ChromeOS']

/** Inserts events and their places in the feed, without waiting for the disk. */
function fillFeed(path: string, count: number): void {
  const database = new DatabaseSync(path)
  database.exec('pragma synchronous = off; begin')
  const addEvent = database.prepare(
    'insert into events (app_id, id, type, at, user_id, address, trace_id, duration, detail, severity) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)',
  )
  const feed = database.prepare('insert into event_feed (app_id, position, event_id) values (?, ?, ?)')
  for (let position = 1; position <= count; position++) {
    const id = `${firstIdAt(at + position).slice(0, 18)}${randomUUID().slice(18)}`
    const device = { os: systems[position % systems.length], client: 'Chrome', clientType: 'browser' }
    const detail = JSON.stringify({ userVerified: true, purpose: 'signIn', named: true, took: 1_834, ...device })
    const origin = ['192.0.2.17', randomUUID(), 1_412]
    addEvent.run(appId, id, 'fido2.passkey.auth.success', at + position, randomUUID(), ...origin, detail)
    feed.run(appId, position, id)
    if (position % 10_000 === 0) process.stderr.write(`\r${position} of ${count} events made`)
  }
  database
    .prepare('insert into roll_up_cursors (app_id, position, version, feed_end) values (?, ?, 1, ?)')
    .run(appId, '', count)
  database.exec('commit')
  // Otherwise, the first commit of the worker would copy all of it into the database file.
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  process.stderr.write('\n')
}

const targets: Record<string, (url: string) => Parameters<typeof createConnector>[2]> = {
  webhook: (url) => ({ name: 'Bench', target: { type: 'webhook', url } }),
  splunk: (url) => ({ name: 'Bench', target: { type: 'splunk', url }, secrets: { token: randomUUID() } }),
  otlp: (url) => ({ name: 'Bench', target: { type: 'otlp', url } }),
}

/** Runs the worker until nothing waits. */
async function drain(core: Core, connectorId: string): Promise<void> {
  const worker = createConnectorWorker(core, {
    report: ({ failure }) => {
      if (failure) throw new Error(failure.error)
    },
    fail: (error) => {
      throw error
    },
  })
  const showing = setInterval(async () => {
    const { progress, lag } = (await findListed(core, appId, connectorId)).status
    process.stderr.write(`\r${progress.delivered} delivered, ${lag.events} waiting `)
  }, 500)
  await worker.run()
  clearInterval(showing)
  await worker.stop(1_000)
  process.stderr.write('\n')
}

async function measure(folder: string) {
  const path = join(folder, 'store.db')
  const store = await openStore(`sqlite:${path}`)
  const receiver = startReceiver()
  const root = createRootKey(randomBytes(32))
  const core = connect({ store, root, baseUrl: 'http://localhost:4300', connectorNetworks: ['127.0.0.0/8'] })
  const application = await createApplication(core, {
    id: appId,
    rpId: 'localhost',
    origins: ['http://localhost:4300'],
  })
  const request = targets[values.type]
  if (!request) throw new Error(`--type takes ${Object.keys(targets).join(', ')}`)
  const { port } = await receiver.port
  const { connector } = await createConnector(core, application, request(`http://127.0.0.1:${port}`))
  fillFeed(path, Number(values.events))
  const blocked = monitorEventLoopDelay({ resolution: 1 })
  blocked.enable()
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
  await drain(core, connector.id)
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  blocked.disable()
  const { delivered: events } = (await findListed(core, appId, connector.id)).status.progress
  const counts = await receiver.count()
  receiver.stop()
  await store.close()
  return {
    type: values.type,
    events,
    ...counts,
    seconds: Number(seconds.toFixed(1)),
    eventsPerSecond: Math.round(events / seconds),
    cpuMicrosecondsPerEvent: Math.round((user + system) / events),
    blockedMs: { p99: blocked.percentile(99) / 1e6, longest: blocked.max / 1e6 },
    residentMegabytes: Math.round(process.resourceUsage().maxRSS / 1_024),
  }
}

if (values.receiver) receive()
else {
  const folder = mkdtempSync(join(values.folder, 'thumbturn-connectors-'))
  try {
    const result = await measure(folder)
    if (values.json) console.log(JSON.stringify(result))
    else {
      console.log(
        `${result.events} events in ${result.seconds} s: ${result.eventsPerSecond} per second by ${result.type}`,
      )
      console.log(
        `${result.cpuMicrosecondsPerEvent} µs of processor time for each, ${result.residentMegabytes} MB resident`,
      )
      console.log(
        `Event loop blocked: ${result.blockedMs.p99.toFixed(1)} ms (p99), at most ${result.blockedMs.longest.toFixed(1)} ms`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
