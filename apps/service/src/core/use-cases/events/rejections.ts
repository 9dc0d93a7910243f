import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { Rejections } from '../../ports/rejections.ts'
import { createEvent } from './create-event.ts'

export function createRejections(): Rejections {
  let waiting: EventRecord[] = []
  let counts = { minute: 0, byApplication: new Map<string, number>() }
  return {
    add(event, { minute, most }) {
      if (minute !== counts.minute) counts = { minute, byApplication: new Map() }
      const count = counts.byApplication.get(event.appId) ?? 0
      if (count >= most) return
      counts.byApplication.set(event.appId, count + 1)
      waiting.push(event)
    },
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}

export const rejectionTypes = {
  signIns: 'fido2.passkey.auth.failure',
  registrations: 'fido2.passkey.reg.failure',
  transactions: 'fido2.tx.failure',
  mfa: 'fido2.mfa.failure',
  codes: 'fido2.otp.failure',
} as const

type Rejection = { kind: keyof typeof rejectionTypes; userId: string | undefined; reason: string }

/**
 * Keeps the reason of a rejected ceremony. Reads and writes nothing here, so that the response time reveals nothing
 * about users. Beyond the application's `rejectionEvents` per minute, rejections are only counted.
 */
export function keepRejection(core: Core, application: Application, { kind, userId, reason }: Rejection): void {
  const event = createEvent(core, application, { type: rejectionTypes[kind], userId, reason })
  const minute = Math.floor(core.microseconds() / 60_000_000)
  core.rejections.add(event, { minute, most: application.settings.rejectionEvents })
}

/**
 * Writes the kept events. A flow for an unknown username has the ID of a user who doesn't exist: that ID is omitted.
 */
export async function recordRejections({ rejections, store }: Core): Promise<void> {
  for (const event of rejections.take()) {
    const { appId, userId, ...rest } = event
    const user = userId === undefined ? undefined : await store.users.find(appId, userId)
    await store.commit([{ append: { ...rest, appId, ...(user && { userId }) } }])
  }
}
