import type { Core } from '../../core.ts'
import type { Courier } from '../../ports/courier.ts'
/** Keeps messages instead of sending them. */
export const createOutboxCourier = ({ store, now }: Pick<Core, 'store' | 'now'>): Courier => ({
  async send(message) {
    await store.commit([{ keepInOutbox: { ...message, createdAt: now() } }])
    return 'outbox'
  },
})
