import type { Core } from '../../core.ts'
import { deriveCore } from '../../derive.ts'
import { AppError, forbidden, unauthorized } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { OpenedSession } from '../../model/members/session.ts'
import type { Account } from '../../model/sso/linking.ts'
import type { OpenIdUser } from '../../model/sso/openid-user.ts'
import type { SsoProvider } from '../../model/sso/provider.ts'
import { toSpentToken } from '../../watermark.ts'
import type { Conflict, Write } from '../../writes.ts'
import { commitWithMembers } from '../members/last-owner.ts'
import { recordLink } from '../members/links.ts'
import { removePendingMember } from '../members/pending-members.ts'
import { type PreparedSession, prepareSession, type SignInBrowser } from '../members/sessions.ts'
import { readAccount, toIdentity, toRemoval } from './account.ts'
import { toOpenIdClient } from './client.ts'
import { admitAccount, findLinkedMember } from './find-member.ts'
import { requireProvider, unknownProvider } from './manage.ts'
import type { SsoMember } from './new-member.ts'
import { openPending, type PendingSso, pendingSeconds, pendingUsed } from './pending.ts'
import { applyMappedRoles } from './role-mapping.ts'

/** The response that the browser brings back. `opened`: the session that it has. */
export type SsoResponse = SignInBrowser & {
  sealed: string | undefined
  providerId: string
  /** The query with which the provider sent the browser back. */
  parameters: string
  opened: OpenedSession | undefined
}

/** A session that is open now; with its token if it is a new one. */
export type CompletedSso = OpenedSession & { token?: string }

type VerifiedSignIn = { pending: PendingSso; provider: SsoProvider; user: OpenIdUser }

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

/** A first sign-in is decided at the version of the members at which it is written, so that an account is linked once. */
async function signIn(core: Core, verified: VerifiedSignIn, browser: SignInBrowser): Promise<CompletedSso> {
  const { pending, provider, user } = verified
  const account = await readAccount(core, provider, user)
  let prepared: PreparedSession | undefined
  const prepareWrites = (found: SsoMember): Write[] => {
    prepared = prepareSession(core, toSessionStart(core, account, found), browser)
    return [spend(pending), { holdSsoProvider: provider }, ...found.writes, ...prepared.writes]
  }
  const linked = await findLinkedMember(core, account)
  if (linked) await applyMappedRoles(core, account, linked.userId)
  const conflict = linked
    ? await core.store.commit(prepareWrites(linked))
    : await commitWithMembers(core, async () => prepareWrites(await admitAccount(core, account)))
  if (conflict) throw explainConflict(conflict)
  const { session, token } = prepared!
  const member = await core.store.members.find(session.userId)
  if (!member) throw forbidden('This member was removed')
  return { session, member, token }
}

function toSessionStart({ now }: Core, { provider, user }: Account, { userId, tokenEpoch }: SsoMember) {
  const { sid, authenticatedAt = 0 } = user
  const confirmedAt = Math.min(authenticatedAt, now())
  const start = { appId: ownApplicationId, userId, passkeyId: undefined, providerId: provider.id, tokenEpoch }
  return { ...start, ...(sid !== undefined && { sid }), confirmedAt }
}

/** Seconds by which the clocks of provider and service can differ. */
const toleranceMs = 30_000

/** A provider that doesn't say when the user authenticated, or names an earlier time, didn't ask them again. */
async function confirm(
  core: Core,
  { pending, provider, user }: VerifiedSignIn,
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

/**
 * Links the account to the member of the session, because the user is signed in to both. A member who holds nothing but the
 * account gives it up.
 */
async function link(
  core: Core,
  { pending, provider, user }: VerifiedSignIn,
  opened: OpenedSession,
): Promise<CompletedSso> {
  const { member, session } = opened
  const { userId, name } = member
  const account = await readAccount(core, provider, user)
  const actor = { kind: 'member', id: userId, name } as const
  const known = await core.store.sso.findIdentity(provider.id, user.subject)
  if (known?.userId === userId) throw new AppError('conflict', 'This account of the provider is linked to you already')
  if (known) await removePendingMember(deriveCore(core, { actor }), known.userId)
  const added = [{ addSsoIdentity: toIdentity(core, account, userId) }, { readmitAccount: toRemoval(account) }]
  const conflict = await commitWithMembers(core, async () => [
    spend(pending),
    { holdSsoProvider: provider },
    { holdUser: { appId: ownApplicationId, userId, tokenEpoch: session.tokenEpoch } },
    ...added,
    ...recordLink(core, account, { userId, actor }),
  ])
  if (conflict) throw explainConflict(conflict)
  return opened
}
