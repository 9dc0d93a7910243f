import type { AttemptKind } from '@thumbturn/contract/vocabulary/attempt-kinds.ts'
import type { Core } from '../../core.ts'
import type { AttemptCounts } from './attempt-counts.ts'
import { createEvent } from './create-event.ts'

export function createAttemptCounts(): AttemptCounts {
  let counts = new Map<string, Partial<Record<AttemptKind, number>>>()
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

/** Writes the number of attempts: one event per application that had any. Anyone can start a flow, so no attempt has a row. */
export async function recordAttempts(core: Core): Promise<void> {
  for (const [appId, detail] of core.attempts.take()) {
    const application = await core.applications.find(appId)
    if (!application) continue
    const event = createEvent(core, application, { type: 'fido2.attempts.counted', detail })
    await core.store.commit([{ append: event }])
  }
}

const unsupported =
  /^ERROR_(DISCOVERABLE_CREDENTIALS_UNSUPPORTED|USER_VERIFICATION_UNSUPPORTED|ALGORITHMS_UNSUPPORTED)\b/

/** Counts what a client reports about a flow: texts begin with the code of the error. */
export function countReport(
  { attempts }: Pick<Core, 'attempts'>,
  flow: { appId: string; purpose: string },
  text: string,
) {
  if (flow.purpose === 'authentication') attempts.count(flow.appId, 'signInsFailed')
  if (flow.purpose === 'registration') attempts.count(flow.appId, toCreationReport(text))
}

function toCreationReport(text: string): AttemptKind {
  if (/^ERROR_PASSKEY_EXISTS\b/.test(text)) return 'creationsExisting'
  if (/^ERROR_PASSKEY_ABORTED\b/.test(text)) return 'creationsAborted'
  return unsupported.test(text) ? 'creationsUnsupported' : 'creationsFailed'
}
