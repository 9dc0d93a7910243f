import type { PublishedEvent } from '../../core/model/events/published-event.ts'

/**
 * The fields of an event in Splunk's Common Information Model, data model Authentication. Events name users by ID; `user`
 * is the username only if the event has one.
 */
export function toCimFields(event: PublishedEvent) {
  const { eventId, detail, userId, responseTimeUsec } = event
  return {
    cim_model: 'authentication',
    authentication_service: 'thumbturn',
    authentication_method: findMethod(eventId),
    action: deriveAction(eventId),
    lid_action: toNativeAction(eventId),
    signature: eventId,
    desc: event.msg,
    severity: event.severity,
    event_id: event.uuid,
    app: event.appId,
    user: detail?.username ?? userId,
    user_id: userId,
    src: event.srcAddr,
    http_user_agent: detail?.client,
    duration: responseTimeUsec === undefined ? undefined : responseTimeUsec / 1_000_000,
  }
}

/** `error`, `failure`, or `success`, by the ID of the event. */
function deriveAction(eventId: string): 'error' | 'failure' | 'success' {
  if (eventId.includes('.error')) return 'error'
  return /\.(?:fail|blocked|rejected|reused|exhausted)/.test(eventId) ? 'failure' : 'success'
}

/** The action without the outcome: `passkey.auth` of `fido2.passkey.auth.success`. */
const toNativeAction = (eventId: string) =>
  eventId.replace(/^fido2\./, '').replace(/\.(?:success|completed|failure|failed|blocked)$/, '')

const methods: Readonly<Record<string, string>> = {
  passkey: 'passkey',
  tx: 'passkey',
  mfa: 'mfa',
  otp: 'otp',
  access_code: 'access_code',
  credential: 'credential',
}

/** How a user was authenticated, by the subject of the event; undefined for events of other subjects. */
const findMethod = (eventId: string) => methods[eventId.split('.')[1] ?? '']
