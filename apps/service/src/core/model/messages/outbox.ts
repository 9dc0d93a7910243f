import type { Core } from '../../core.ts'
import type { Courier } from '../../ports/courier.ts'
/** Keeps messages instead of sending them. */
export const createOutboxCourier = ({ store, now }: Pick<Core, 'store' | 'now'>): Courier => ({
  send: (message) => store.outbox.add({ ...message, createdAt: now() }),
})
