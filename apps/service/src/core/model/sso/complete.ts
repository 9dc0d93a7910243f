import type { Core } from '../../core.ts'
import { AppError, forbidden, unauthorized } from '../../errors.ts'
import type { OpenIdUser } from '../../ports/openid.ts'
import { toSpentToken } from '../../watermark.ts'
import type { Conflict, Write } from '../../writes.ts'
import { ownApplicationId } from '../applications/own-id.ts'
import { createAuditEntry } from '../audit/audit.ts'
import type { OpenedSession } from '../members/session.ts'
import { prepareSession, type SignInBrowser } from '../members/sessions.ts'
import { toOpenIdClient } from './client.ts'
import { findMember } from './find-member.ts'
import { requireProvider, unknownProvider } from './manage.ts'
import { openPending, type PendingSso, pendingSeconds, pendingUsed } from './pending.ts'
import type { SsoProvider } from './provider.ts'
import { applyMappedRoles } from './role-mapping.ts'

/** What the browser brings back. `opened`: the session that it has. */
export type SsoResponse = SignInBrowser & {
  sealed: string | undefined
  providerId: string
  /** The query with which the provider sent the browser back. */
  parameters: string
  opened: OpenedSession | undefined
}

/** A session that is open now; with its token if it is a new one. */
export type CompletedSso = OpenedSession & { token?: string }

type Verified = { pending: PendingSso; provider: SsoProvider; user: OpenIdUser }

/**
 * Completes what the browser went to the provider for. Works once.
 * @throws AppError sso_expired · sso_rejected · not_found: the provider was deleted · forbidden: the member is deactivated ·
 * unauthorized: the session has ended · conflict: the identity is linked to another member; or Outage
 */
export async function completeSso(core: Core, response: SsoResponse, ownOrigin: string): Promise<CompletedSso> {
  const { parameters, opened } = response
  const pending = openPending(core, response)
  const provider = await requireProvider(core, pending.providerId)
  const user = await core.openId.redeemCode(toOpenIdClient(core, provider, ownOrigin), { ...pending, parameters })
  const verified = { pending, provider, user }
  if (pending.purpose === 'signIn') return signIn(core, verified, response)
  if (!opened || opened.session.id !== pending.sessionId) throw unauthorized('The session has ended: sign in again')
  return pending.purpose === 'confirm' ? confirm(core, verified, opened) : link(core, verified, opened)
}

/** Makes sure that a response counts once. */
const spend = ({ state, startedAt }: PendingSso): Write => ({
  spendNonce: { appId: ownApplicationId, ...toSpentToken(state, startedAt + pendingSeconds * 1000) },
})

function explainConflict(conflict: Conflict): AppError {
  if (conflict === 'session_spent') return pendingUsed()
  if (conflict === 'provider_missing') return unknownProvider()
  if (conflict === 'identity_taken')
    return new AppError('conflict', 'This account of the provider is linked to another member')
  return new AppError('conflict', 'The member was just changed: sign in again')
}

async function commit({ store }: Core, writes: readonly Write[]): Promise<void> {
  const conflict = await store.commit(writes)
  if (conflict) throw explainConflict(conflict)
}

async function signIn(core: Core, verified: Verified, browser: SignInBrowser): Promise<CompletedSso> {
  const { pending, provider, user } = verified
  const { userId, tokenEpoch, isNew, writes } = await findMember(core, provider, user)
  if (!isNew) await applyMappedRoles(core, provider, { userId, groups: user.groups })
  const { sid, authenticatedAt = 0 } = user
  const confirmedAt = Math.min(authenticatedAt, core.now())
  const start = { appId: ownApplicationId, userId, passkeyId: undefined, providerId: provider.id, tokenEpoch }
  const prepared = prepareSession(core, { ...start, ...(sid !== undefined && { sid }), confirmedAt }, browser)
  await commit(core, [spend(pending), ...writes, ...prepared.writes])
  const member = await core.store.members.find(userId)
  if (!member) throw forbidden('This member was removed')
  return { session: prepared.session, member, token: prepared.token }
}

/** Seconds by which the clocks of provider and service can differ. */
const toleranceMs = 30_000

/** A provider that doesn't say when the user authenticated, or names an earlier time, didn't ask them again. */
async function confirm(
  core: Core,
  { pending, provider, user }: Verified,
  opened: OpenedSession,
): Promise<CompletedSso> {
  const { session, member } = opened
  const identity = await core.store.sso.findIdentity(provider.id, user.subject)
  if (identity?.userId !== session.userId) throw rejected('it is about another member')
  if (user.authenticatedAt === undefined) throw rejected('it lacks auth_time: confirm with a passkey instead')
  if (user.authenticatedAt < pending.startedAt - toleranceMs) throw rejected('you were not asked to sign in again')
  const at = core.now()
  const { id, userId, passkeyId } = session
  await commit(core, [spend(pending), { confirmMemberSession: { id, userId, passkeyId, at } }])
  return { session: { ...session, confirmedAt: at }, member }
}

const rejected = (reason: string) =>
  new AppError('sso_rejected', `The response of the identity provider was rejected: ${reason}`)

async function link(core: Core, { pending, provider, user }: Verified, opened: OpenedSession): Promise<CompletedSso> {
  const { userId, name } = opened.member
  const identity = { providerId: provider.id, subject: user.subject, userId, createdAt: core.now() }
  const actor = { kind: 'member', id: userId, name } as const
  const after = { provider: provider.id }
  const audit = createAuditEntry(core, actor, { action: 'ssoIdentity.linked', target: userId, after })
  await commit(core, [spend(pending), { addSsoIdentity: identity }, { addAuditEntry: audit }])
  return opened
}
