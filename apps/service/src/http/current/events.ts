import type { eventRoutes } from '@thumbturn/contract/current/events.ts'
import type { HandlersOf } from '../call.ts'

export const events = {
  // A row for each would let anybody fill the table: the session it takes is free. The log is where operators look.
  clientEventSubmit({ body: { event, isError = false } }, { caller, log }) {
    const { session, flow } = caller
    log({ application: flow.appId, purpose: flow.purpose, event, isError }, 'client event')
    return { session }
  },
} satisfies HandlersOf<typeof eventRoutes>
