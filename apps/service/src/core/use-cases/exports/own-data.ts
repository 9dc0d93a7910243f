import type { UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { BrowserSession } from '../../model/authorization/browser-session.ts'
import type { Consent } from '../../model/authorization/consent.ts'
import type { SeenDevice } from '../../model/devices/device.ts'
import { toUserRecord } from '../../model/exports/record.ts'
import { findUserById } from '../users/manage.ts'
import { describeUser } from '../users/profile.ts'

/** Everything stored about a user besides events, for themselves (GDPR, articles 15 and 20). Times: milliseconds since 1970. */
export type OwnData = {
  user: UserRecord
  devices: readonly SeenDevice[]
  browserSessions: readonly Omit<BrowserSession, 'keyHash'>[]
  consents: readonly Consent[]
}

const withoutKey = ({ keyHash, ...session }: BrowserSession) => session

/** @throws AppError not_found: the user was deleted */
export async function exportOwnData(core: Core, application: Application, userId: string): Promise<OwnData> {
  const { store } = core
  const { id: appId, rpId } = application
  const backend = { application, keyId: undefined }
  const { user, passkeys, devices } = await findUserById(core, backend, userId)
  const [{ profile, groups }, contacts, browserSessions, consents] = await Promise.all([
    describeUser(core, { backend, userId }),
    store.contacts.listByUser(appId, userId),
    store.browserSessions.list({ appId, userId }),
    store.consents.list({ appId, userId }),
  ])
  return {
    user: toUserRecord({ user, passkeys, contacts, profile, groups: groups.map(({ name }) => name) }, rpId),
    devices,
    browserSessions: browserSessions.map(withoutKey),
    consents,
  }
}
