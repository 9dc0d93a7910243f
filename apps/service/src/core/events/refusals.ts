import type { Core } from '../core.ts'
import { eventOf } from '../event-of.ts'

/** What calls are refused for, as it is counted. */
export const refusalKinds = [
  'signIns',
  'registrations',
  'transactions',
  'codes',
  'mfa',
  'credentials',
  'limited',
  'others',
] as const

export type RefusalKind = (typeof refusalKinds)[number]

/** How often each application's calls were refused since the last time that it was taken, in the memory of this process. */
export type RefusalCounts = {
  count(appId: string, kind: RefusalKind): void
  /** What was counted, which begins again at nothing. */
  take(): ReadonlyMap<string, Readonly<Partial<Record<RefusalKind, number>>>>
}

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
    const event = eventOf(core, application, { type: 'fido2.calls.refused', detail: { count, ...counted } })
    await core.store.events.append(event)
  }
}
