import type { eventRoutes } from '@thumbturn/contract/current/events.ts'
import type { HandlersOf } from '../call.ts'

export const events = {
  // Only logged: sessions are free, so storing a row per report would let an attacker fill the table.
  clientEventSubmit({ body: { event, isError = false } }, { caller, log }) {
    const { session, flow } = caller
    log({ application: flow.appId, purpose: flow.purpose, event, isError }, 'client event')
    return { session }
  },
} satisfies HandlersOf<typeof eventRoutes>
