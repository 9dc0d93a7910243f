import type { Core } from '../../core.ts'
import type { Application } from '../applications/application.ts'
import type { EventRecord } from './event.ts'
import type { NewEvent } from './registry.ts'

type Recording = Pick<Core, 'random' | 'now' | 'microseconds' | 'keyed' | 'origin'>

/** The record of something that has just happened, with when, and where the call that did it came from. */
export function createEvent(core: Recording, application: Application, what: NewEvent): EventRecord {
  const { type, userId, passkeyId, deviceId, reason, detail, personal } = what as Widest
  const { origin } = core
  const hidden = application.settings.pseudonymiseEvents ? createPseudonyms(core, application.id) : undefined
  const at = core.now()
  return {
    id: core.random.timeId(),
    appId: application.id,
    type,
    at,
    userId,
    passkeyId,
    deviceId,
    address: origin?.address && hidden ? hidden(origin.address) : origin?.address,
    traceId: origin?.traceId,
    duration: origin && core.microseconds() - origin.startedAt,
    reason,
    detail: personal ? { ...detail, ...(hidden ? mapped(personal, hidden) : personal) } : detail,
  }
}

/** A new event of whatever type. */
type Widest = Pick<EventRecord, 'type' | 'userId' | 'passkeyId' | 'deviceId' | 'reason' | 'detail'> & {
  personal?: EventRecord['detail']
}

type Facts = NonNullable<EventRecord['detail']>

const mapped = (facts: Facts, change: (text: string) => string): Facts =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, change(String(fact))]))

/** Stable in one application, so that events of one person or address still belong together; another's are different. */
const createPseudonyms =
  ({ keyed }: Pick<Core, 'keyed'>, appId: string) =>
  (text: string) =>
    `~${keyed('event', JSON.stringify([appId, text]))
      .toString('base64url')
      .slice(0, 22)}`
