import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createServer } from 'node:tls'
import { gunzipSync } from 'node:zlib'
import type { ConnectorTarget, GivenSecrets } from '@thumbturn/contract/vocabulary/connectors.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { createIdentity, shown } from '@thumbturn/service-harness/mail-server.ts'
import {
  receiverAuthority as certificateAuthority,
  listen,
  startReceiver,
} from '@thumbturn/service-harness/receivers.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { createRollUpWorker } from '../../../src/core/use-cases/analytics/worker.ts'
import { createApplication } from '../../../src/core/use-cases/applications/create.ts'
import { createConnector } from '../../../src/core/use-cases/connectors/manage.ts'
import { findListed } from '../../../src/core/use-cases/connectors/status.ts'
import { createConnectorWorker } from '../../../src/core/use-cases/connectors/worker.ts'

let applications = 0

anyEngine('connectors of each type', (fresh) => {
  const service = useService(fresh)

  /** An application with events that wait for a connector. */
  async function situation(target: ConnectorTarget, secrets: GivenSecrets = {}) {
    const { core } = service()
    const id = `archive-${++applications}`
    const application = await createApplication(core, { id, rpId: 'localhost', origins: ['http://localhost:4300'] })
    await createRollUpWorker(core).run()
    const { connector } = await createConnector(core, application, { name: 'SIEM', target, secrets })
    const ids = Array.from({ length: 40 }, () => core.random.timeId())
    const appended = { appId: id, type: 'fido2.user.created', at: core.now() } as const
    await core.store.commit(ids.map((eventId) => ({ append: { ...appended, id: eventId } })))
    const deliver = async () => {
      await createRollUpWorker(core).feed()
      const fail = (error: unknown) => assert.fail(String(error))
      const worker = createConnectorWorker(core, { report: () => {}, fail })
      await worker.run()
      await worker.stop(0)
      return (await findListed(core, id, connector.id)).status
    }
    return { id, ids, deliver }
  }

  async function secureReceiver(t: TestContext) {
    const receiver = await startReceiver(t)
    return { ...receiver, url: receiver.url.origin }
  }

  test('Splunk receives every event', async (t) => {
    const { url, calls } = await secureReceiver(t)
    const { ids, deliver } = await situation({ type: 'splunk', url, certificateAuthority }, { token: 'hunter2' })
    assert.equal((await deliver()).state, 'active')
    assert.equal(calls[0]!.headers.authorization, 'Splunk hunter2')
    assert.deepEqual(
      [...calls[0]!.body.matchAll(/"event_id":"([^"]+)"/g)].map(([, id]) => id),
      ids,
    )
  })

  test('a log record that an OpenTelemetry collector rejects by partial success is the only dead letter', async (t) => {
    const { url, calls, state } = await secureReceiver(t)
    const headers = [{ name: 'x-api-key', value: 'hunter2' }]
    const { ids, deliver } = await situation({ type: 'otlp', url, certificateAuthority }, { headers })
    const accepted = new Set<string>()
    state.respond = ({ body }, response) => {
      const uids = [...body.matchAll(/"log\.record\.uid","value":\{"stringValue":"([^"]+)"/g)].map(([, uid]) => uid!)
      const rejectedLogRecords = uids.includes(ids[17]!) ? '1' : '0'
      for (const uid of uids) if (uid !== ids[17]) accepted.add(uid)
      response.end(JSON.stringify({ partialSuccess: { rejectedLogRecords, errorMessage: 'no' } }))
    }
    const { state: shownState, deadLetters, progress } = await deliver()
    assert.deepEqual([shownState, deadLetters, progress.delivered], ['active', 1, 39])
    assert.deepEqual([...accepted].sort(), ids.toSpliced(17, 1).sort())
    assert.equal(calls[0]!.headers['x-api-key'], 'hunter2')
  })

  test('an archive collects events for a minute and stores them as one object', async (t) => {
    const { url: endpoint, calls } = await secureReceiver(t)
    const target = {
      type: 's3',
      endpoint,
      region: 'eu',
      bucket: 'logs',
      forcePathStyle: true,
      certificateAuthority,
    } as const
    const { id, ids, deliver } = await situation(target, { accessKeyId: 'a', secretAccessKey: 'hunter2' })
    await deliver()
    assert.equal(calls.length, 0)
    service().clock.advance(60_000)
    assert.equal((await deliver()).lag.events, 0)
    const [{ path, bytes }] = calls as [(typeof calls)[0]]
    assert.match(path, new RegExp(`^/logs/${id}/\\d{4}/\\d\\d/\\d\\d/\\d\\d/\\d{12}-\\d{12}\\.jsonl\\.gz$`))
    const lines = gunzipSync(bytes).toString().trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { uuid: string }).uuid),
      ids,
    )
  })

  test('a syslog receiver that breaks the connection gets the batch again, and a wrong certificate needs attention', async (t) => {
    const received: string[] = []
    let connections = 0
    const server = createServer(shown(createIdentity()), (socket) => {
      socket.on('error', () => {})
      if (++connections === 1) return void socket.destroy()
      received.push('')
      socket.on('data', (text) => received.push(text.toString()))
    })
    const port = await listen(t, server)
    const { ids, deliver } = await situation({ type: 'syslog', host: 'localhost', port, certificateAuthority })
    const failed = await deliver()
    assert.deepEqual(
      [failed.state, failed.progress.lastError?.error],
      ['retrying', 'The receiver closed the connection'],
    )
    service().clock.advance(600_000)
    assert.equal((await deliver()).state, 'active')
    assert.deepEqual(
      [...received.join('').matchAll(/uuid="([^"]+)"/g)].map(([, id]) => id),
      ids,
    )

    const untrusted = await situation({ type: 'syslog', host: 'localhost', port })
    const { state, progress } = await untrusted.deliver()
    assert.deepEqual([state, progress.lastError?.kind], ['attention', 'setup'])
  })
})
