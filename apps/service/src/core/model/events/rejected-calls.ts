import type { Core } from '../../core.ts'
import { createEvent } from './create-event.ts'
import type { RefusalCounts, RefusalKind } from './rejected-call-counts.ts'

export function refusalCounts(): RefusalCounts {
  let counts = new Map<string, Partial<Record<RefusalKind, number>>>()
  return {
    count(appId, kind) {
      const counted = counts.get(appId) ?? {}
      counted[kind] = (counted[kind] ?? 0) + 1
      counts.set(appId, counted)
    },
    take() {
      const taken = counts
      counts = new Map()
      return taken
    },
  }
}

/**
 * Writes how many calls were refused: one event for each application that had any, however many there were. Strangers can
 * cause refusals at will, so none has a row of its own; its precise reason is in the log.
 */
export async function recordRefusals(core: Core): Promise<void> {
  for (const [appId, counted] of core.refusals.take()) {
    const application = await core.applications.find(appId)
    if (!application) continue
    const count = Object.values(counted).reduce((sum, one) => sum + one, 0)
    const event = createEvent(core, application, { type: 'fido2.calls.refused', detail: { count, ...counted } })
    await core.store.events.append(event)
  }
}
