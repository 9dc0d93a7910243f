import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { NewEvent } from '../../model/events/new-event.ts'

type EventContext = Pick<Core, 'random' | 'now' | 'microseconds' | 'keyed' | 'origin'>

/** The record of an event that has just happened, with its time and origin. */
export function createEvent(core: EventContext, application: Application, facts: NewEvent): EventRecord {
  const { type, userId, passkeyId, deviceId, reason, detail, personal } = facts as AnyNewEvent
  const { origin } = core
  const hide = application.settings.pseudonymizeEvents ? createPseudonyms(core, application.id) : undefined
  const at = core.now()
  return {
    id: core.random.timeId(),
    appId: application.id,
    type,
    at,
    userId,
    passkeyId,
    deviceId,
    address: origin?.address && hide ? hide(origin.address) : origin?.address,
    traceId: origin?.traceId,
    duration: origin && core.microseconds() - origin.startedAt,
    reason,
    detail: personal ? { ...detail, ...(hide ? mapFacts(personal, hide) : personal) } : detail,
  }
}

/** A new event of any type. */
type AnyNewEvent = Pick<EventRecord, 'type' | 'userId' | 'passkeyId' | 'deviceId' | 'reason' | 'detail'> & {
  personal?: EventRecord['detail']
}

type Facts = NonNullable<EventRecord['detail']>

const mapFacts = (facts: Facts, change: (text: string) => string): Facts =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, change(String(fact))]))

/**
 * Stable within an application, so that events of one user or address can be linked; different in every application.
 */
const createPseudonyms =
  ({ keyed }: Pick<Core, 'keyed'>, appId: string) =>
  (text: string) =>
    `~${keyed('event', JSON.stringify([appId, text]))
      .toString('base64url')
      .slice(0, 22)}`
