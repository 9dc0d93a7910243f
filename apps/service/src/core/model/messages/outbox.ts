import type { Core } from '../../core.ts'
import type { Courier } from '../../ports/courier.ts'
/** Keeps what it should send. */
export const outboxCourier = ({ store, now }: Pick<Core, 'store' | 'now'>): Courier => ({
  send: (message) => store.outbox.add({ ...message, createdAt: now() }),
})
