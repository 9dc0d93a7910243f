import { sessionOf } from '../guard.ts'
import type { CurrentHandlers } from './wire.ts'

export const events: Pick<CurrentHandlers, 'clientEventSubmit'> = {
  // A row for each would let anybody fill the table: the session it takes is free. The log is where operators look.
  clientEventSubmit({ body: { event, isError = false } }, { caller, log }) {
    const { session, flow } = sessionOf(caller)
    log({ application: flow.appId, purpose: flow.purpose, event, isError }, 'client event')
    return { session }
  },
}
