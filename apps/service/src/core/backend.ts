import type { Application } from './applications/application.ts'
import type { Core } from './core.ts'
import type { EventRecord } from './events/event.ts'

/** A customer's backend: the application that its API key opens, and the id of that key. */
export type Backend = { application: Application; keyId: string }

/** The event of what a backend does, with the key that did it. */
export const eventBy = (
  { random, now }: Pick<Core, 'random' | 'now'>,
  { application, keyId }: Backend,
  { detail, ...what }: Pick<EventRecord, 'type' | 'userId' | 'passkeyId' | 'deviceId' | 'detail'>,
): EventRecord => ({
  id: random.timeId(),
  appId: application.id,
  at: now(),
  ...what,
  detail: { key: keyId, ...detail },
})
