import type { eventRoutes } from '@thumbturn/contract/current/events.ts'
import { countReport } from '../../core/use-cases/events/attempts.ts'
import type { HandlersOf } from '../call.ts'

export const events = {
  // Only logged and counted: sessions are free, so storing a row per report would let an attacker fill the table.
  clientEventSubmit({ body: { event, isError = false } }, { core, caller, log }) {
    const { session, flow } = caller
    countReport(core, flow, event)
    log({ application: flow.appId, purpose: flow.purpose, event, isError }, 'client event')
    return { session }
  },
} satisfies HandlersOf<typeof eventRoutes>
