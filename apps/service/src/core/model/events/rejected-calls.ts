import type { Core } from '../../core.ts'
import { createEvent } from './create-event.ts'
import type { RejectedCallCounts, RejectedCallKind } from './rejected-call-counts.ts'

export function createRejectedCallCounts(): RejectedCallCounts {
  let counts = new Map<string, Partial<Record<RejectedCallKind, number>>>()
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
 * Writes the number of rejected calls: one event per application that had any. Attackers can cause rejections at will,
 * so each has no row of its own; its precise reason is in the log.
 */
export async function recordRejectedCalls(core: Core): Promise<void> {
  for (const [appId, counted] of core.rejectedCalls.take()) {
    const application = await core.applications.find(appId)
    if (!application) continue
    const count = Object.values(counted).reduce((sum, one) => sum + one, 0)
    const event = createEvent(core, application, { type: 'fido2.calls.refused', detail: { count, ...counted } })
    await core.store.commit([{ append: event }])
  }
}
