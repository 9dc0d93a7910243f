import assert from 'node:assert/strict'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { ComposedMessage, MessageDraft } from '@thumbturn/service/core/model/messages/draft.ts'
import type { RenderedMessage } from '@thumbturn/service/core/model/messages/rendered-message.ts'
import { createApplication } from '@thumbturn/service/core/use-cases/applications/create.ts'
import { type Delivery, deliverDue } from '@thumbturn/service/core/use-cases/messages/deliver.ts'
import { createMessageTask } from '@thumbturn/service/core/use-cases/messages/queue.ts'
import type { Service } from './service.ts'
import type { TestDatabase } from './store-situations.ts'

/** A service with access to its database. */
export type ServiceWithDatabase = Service & { database: TestDatabase }

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/** A code for that address. */
export const createMessageTo = (to: string, changes: Partial<ComposedMessage> = {}): ComposedMessage => ({
  channel: 'email',
  to,
  template: 'code',
  locale: 'en-US',
  values: { code: '012345', minutes: '10' },
  ...changes,
})
export const createTextTo = (to: string) => createMessageTo(to, { channel: 'sms' })

/** A courier that fails as configured, and otherwise keeps the messages. */
export function createUnreliableCourier(failure: (message: RenderedMessage) => Error | undefined) {
  const carried: RenderedMessage[] = []
  const send = async (message: RenderedMessage) => {
    const error = failure(message)
    if (error) throw error
    carried.push(message)
    return 'sent' as const
  }
  return { courier: { send }, carried }
}

let applications = 0

/** An application whose messages no other test sees; `queue` queues these messages, `deliver` sends the due ones. */
export async function createSender(service: ServiceWithDatabase, settings: Partial<ApplicationSettings> = {}) {
  const appId = `sender-${++applications}`
  await createApplication(service.core, { id: appId, rpId: 'localhost', origins: ['http://localhost:4300'], settings })
  const asked: MessageDraft[][] = []
  let composed = 0
  return {
    appId,
    composed: () => composed,
    async queue(letters: MessageDraft[], { seconds = 600, kind = 'code' } = {}) {
      const about = { number: String(asked.push(letters) - 1) }
      assert.equal(
        await service.core.store.messages.add(createMessageTask(service.core, { appId, kind, about, seconds })),
        'queued',
      )
    },
    async deliver(
      courier = service.core.courier,
      { core = service.core, most = 20 } = {},
    ): Promise<Omit<Delivery, 'appId' | 'id' | 'kind'>[]> {
      const compose = async (_: unknown, { about }: { about: Readonly<Record<string, string>> }) => {
        composed++
        return asked[Number(about.number)]!
      }
      const deliveries = await deliverDue({ ...core, courier }, { code: compose }, most)
      return deliveries.map(({ appId: _app, id: _id, kind: _kind, ...rest }) => rest)
    },
    outbox: () => service.core.store.outbox.list(appId, 100),
    events: () => service.core.store.events.list(appId, 100),
    waiting: async () => (await service.database.query(`select id from messages where app_id = '${appId}'`)).length,
  }
}

/** The events of messages, newest first, without the fields that every event has. */
export const details = (events: readonly { type: string; detail?: object }[]) =>
  events.filter(({ type }) => type.startsWith('fido2.message')).map(({ type, detail }) => ({ type, ...detail }))
