import type { TestContext } from 'node:test'
import type { Application } from '@thumbturn/service/core/model/applications/application.ts'
import type { EventRecord, EventType } from '@thumbturn/service/core/model/events/event.ts'
import { createRollUpWorker } from '@thumbturn/service/core/use-cases/analytics/worker.ts'
import { createApplication } from '@thumbturn/service/core/use-cases/applications/create.ts'
import type { DeliveryReport } from '@thumbturn/service/core/use-cases/connectors/delivery.ts'
import { createConnector, deleteConnector } from '@thumbturn/service/core/use-cases/connectors/manage.ts'
import { findListed } from '@thumbturn/service/core/use-cases/connectors/status.ts'
import { createConnectorWorker } from '@thumbturn/service/core/use-cases/connectors/worker.ts'
import { type ReceivedCall, startReceiver } from './receivers.ts'
import type { Service } from './service.ts'

/** An event as a webhook has it. */
export type SentEvent = { uuid: string; eventId: EventType; position: number }

/** The events of a webhook. */
export const readEvents = ({ body }: ReceivedCall) =>
  (JSON.parse(body) as { data: { events: SentEvent[] } }).data.events

/** The IDs of the events of several webhooks. */
export const listReceived = (calls: readonly ReceivedCall[]) => calls.flatMap(readEvents).map(({ uuid }) => uuid)

let applications = 0

/** Prepares connectors of a service, and delivers for them. */
export function createConnectorSituations(service: () => Service) {
  /** An application of its own with a connector to a receiver. */
  async function situation(t: TestContext, filter = {}) {
    const { core } = service()
    const id = `shop-${++applications}`
    const application = await createApplication(core, { id, rpId: 'localhost', origins: ['http://localhost:4300'] })
    // Otherwise, the feed would begin with the event of its creation.
    await createRollUpWorker(core).run()
    const receiver = await startReceiver(t, { tls: false })
    const target = { type: 'webhook', url: receiver.url.href } as const
    const { connector } = await createConnector(core, application, { name: 'SIEM', target, filter })
    const status = async () => (await findListed(core, id, connector.id)).status
    t.after(() => deleteConnector(core, application, connector.id).catch(() => {}))
    return { core, application, receiver, connector, status }
  }

  const createEvent = ({ id: appId }: Application, type: EventType = 'fido2.user.created'): EventRecord => ({
    id: service().core.random.timeId(),
    appId,
    type,
    at: service().clock.now(),
  })

  async function append(application: Application, count: number, type?: EventType): Promise<string[]> {
    const events = Array.from({ length: count }, () => createEvent(application, type))
    for (let start = 0; start < count; start += 500)
      await service().core.store.commit(events.slice(start, start + 500).map((event) => ({ append: event })))
    return events.map(({ id }) => id)
  }

  const feed = (core = service().core) => createRollUpWorker(core).feed()

  function workerOn({ core }: Pick<Service, 'core'>) {
    const reports: DeliveryReport[] = []
    const worker = createConnectorWorker(core, {
      report: (report) => void reports.push(report),
      fail: (error) => {
        throw error
      },
    })
    return { ...worker, reports }
  }

  const deliver = async () => {
    await feed()
    const worker = workerOn(service())
    await worker.run()
    await worker.stop(0)
    return worker.reports
  }

  return { situation, createEvent, append, feed, workerOn, deliver }
}
