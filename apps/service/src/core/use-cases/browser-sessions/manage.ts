import type { Core } from '../../core.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { type BrowserSession, hasExpired } from '../../model/authorization/browser-session.ts'
import type { Consent } from '../../model/authorization/consent.ts'
import { isDocumentId } from '../../model/authorization/document-client.ts'
import type { Write } from '../../writes.ts'
import { recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { queueLogouts } from '../logout-notices/queue.ts'

type OfUser = { application: Application; userId: string }

/**
 * The browsers in which a user is signed in, the last used one first.
 * @throws AppError not_found: there is no such user
 */
export async function listBrowserSessions(core: Core, { application, userId }: OfUser): Promise<BrowserSession[]> {
  await requireUser(core, { application, userId })
  const sessions = await core.store.browserSessions.list({ appId: application.id, userId })
  return sessions.filter((session) => !hasExpired(application, session, core.now()))
}

/** @throws AppError not_found: the user has no such session */
export async function endBrowserSession(core: Core, { application, userId }: OfUser, id: string): Promise<void> {
  const { id: appId } = application
  const detail = { sessionId: id }
  const event = createEvent(core, application, { type: 'fido2.openid.session_ended', userId, detail })
  const after = { sessionId: id }
  const audit = recordChange(core, { action: 'browserSession.ended', application: appId, target: userId, after })
  const session = { appId, userId, id }
  const notices = await queueLogouts(core, session)
  const conflict = await core.store.commit([{ endBrowserSession: session }, ...notices, { append: event }, ...audit])
  if (conflict !== undefined) throw notFound('The user has no such session')
}

/**
 * The consents of a user with the names of the clients, the latest first.
 * @throws AppError not_found: there is no such user
 */
export async function listConsents(core: Core, { application, userId }: OfUser) {
  await requireUser(core, { application, userId })
  return core.store.consents.list({ appId: application.id, userId })
}

/**
 * Revokes a consent with the refresh tokens of that user and client.
 * @throws AppError not_found: there is no such consent
 */
export async function revokeConsent(core: Core, { application, userId }: OfUser, clientId: string): Promise<void> {
  const consent: Pick<Consent, 'appId' | 'userId' | 'clientId'> = { appId: application.id, userId, clientId }
  const detail = { clientId }
  const event = createEvent(core, application, { type: 'fido2.openid.consent_revoked', userId, detail })
  const after = { clientId }
  const audit = recordChange(core, { action: 'consent.revoked', application: application.id, target: userId, after })
  const unused = await forgetClient(core, consent)
  const conflict = await core.store.commit([{ revokeConsent: consent }, ...unused, { append: event }, ...audit])
  if (conflict !== undefined) throw notFound('The user has not given this consent')
}

/** A client that no member registered is kept only while users have consents. */
async function forgetClient({ store }: Core, client: Pick<Consent, 'appId' | 'userId' | 'clientId'>): Promise<Write[]> {
  const found = isDocumentId(client.clientId) ? await store.openidClients.find(client) : undefined
  return found ? [{ forgetDocumentClient: { ...found, userId: client.userId } }] : []
}

async function requireUser({ store }: Core, { application, userId }: OfUser): Promise<void> {
  if (await store.users.find(application.id, userId)) return
  throw new AppError('not_found', 'User not found', { reason: 'user_unknown' })
}
