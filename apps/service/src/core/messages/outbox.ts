import type { Core } from '../core.ts'
import type { Courier, Rendered } from './courier.ts'

/** A text that was kept for the developer instead of being sent. `createdAt` is milliseconds since 1970. */
export type OutboxMessage = Rendered & { createdAt: number }

/** Where a developer reads what would have been sent. For development only: texts hold codes in plain. */
export interface OutboxStore {
  add(message: OutboxMessage): Promise<void>
  /** Newest first. */
  list(appId: string, limit: number): Promise<OutboxMessage[]>
  find(appId: string, id: string): Promise<OutboxMessage | undefined>
}

/** Keeps what it should send. */
export const outboxCourier = ({ store, now }: Pick<Core, 'store' | 'now'>): Courier => ({
  send: (message) => store.outbox.add({ ...message, createdAt: now() }),
})
