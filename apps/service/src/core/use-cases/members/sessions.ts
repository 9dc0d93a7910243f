import { createHash, timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'
import { AppError, forbidden, unauthorized } from '../../errors.ts'
import type { MemberSession, OpenedSession } from '../../model/members/session.ts'
import type { Write } from '../../writes.ts'
import { requirePasskeyAllowed } from './enforced-sso.ts'
import { verifyPasskeyProof } from './passkey-proof.ts'

const hour = 60 * 60_000
const idleMs = 12 * hour
/** How long a session lasts at most. */
export const sessionSeconds = 7 * 24 * 60 * 60
/** How long a sign-in or a confirmation allows dangerous calls. */
const freshMs = 5 * 60_000
/** How exactly the last use is known, which spares most calls a write. */
const useEveryMs = 60_000
const longestUserAgent = 512

const tokenPattern = /^[A-Za-z0-9_-]{43}$/

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

const tokenUsed = () => unauthorized('The token was already used: sign in with the passkey again')

/**
 * Signs a member in. The token of the new session is random, whatever the browser sent; the session that the browser had
 * before ends.
 * @throws AppError unauthorized: the access token proves nothing · forbidden: its user is no member · sso_required
 */
export async function createMemberSession(
  core: Core,
  { accessToken, formerToken, userAgent }: { accessToken: string; formerToken?: string; userAgent?: string },
): Promise<OpenedSession & { token: string }> {
  const proof = await verifyPasskeyProof(core, accessToken)
  const member = await core.store.members.find(proof.userId)
  if (!member) throw notMember()
  await requirePasskeyAllowed(core, member)
  const { session, token, writes } = prepareSession(
    core,
    { ...proof, confirmedAt: core.now() },
    { formerToken, userAgent },
  )
  const conflict = await core.store.commit([{ spendNonce: proof.spent }, ...writes])
  if (conflict === 'session_spent') throw tokenUsed()
  if (conflict) throw notMember()
  return { session, member, token }
}

const notMember = () => forbidden('This user is not a member of the installation: an owner must invite them')

/** The fields that a session begins with: the user, and what they signed in with. */
type SessionStart = Pick<
  MemberSession,
  'appId' | 'userId' | 'passkeyId' | 'providerId' | 'sid' | 'tokenEpoch' | 'confirmedAt'
>

/** The browser of a sign-in, and the token of the session that it had. */
export type SignInBrowser = { formerToken?: string | undefined; userAgent?: string | undefined }

/** A new session, its token, and what begins it and ends the one before. */
export type PreparedSession = { session: MemberSession; token: string; writes: Write[] }

export function prepareSession(
  core: Core,
  start: SessionStart,
  { formerToken, userAgent }: SignInBrowser,
): PreparedSession {
  const token = core.random.text(32)
  const session = toSession(core, start, { token, userAgent })
  const former = formerToken === undefined ? [] : [{ endMemberSessionOfToken: { tokenHash: hashToken(formerToken) } }]
  return { session, token, writes: [...former, { addMemberSession: session }] }
}

function toSession(
  { random, now, origin }: Core,
  { appId, userId, passkeyId, providerId, sid, tokenEpoch, confirmedAt }: SessionStart,
  { token, userAgent }: { token: string; userAgent?: string | undefined },
): MemberSession {
  const at = now()
  return {
    id: random.uuid(),
    tokenHash: hashToken(token),
    appId,
    userId,
    passkeyId,
    ...(providerId !== undefined && { providerId }),
    ...(sid !== undefined && { sid }),
    tokenEpoch,
    createdAt: at,
    lastUsedAt: at,
    confirmedAt,
    expiresAt: at + sessionSeconds * 1000,
    address: origin?.address,
    userAgent: userAgent?.replaceAll(/[^ -~]/g, '').slice(0, longestUserAgent),
  }
}

const hasEnded = ({ lastUsedAt, expiresAt }: MemberSession, at: number) =>
  at >= Math.min(lastUsedAt + idleMs, expiresAt)

/** The sessions of a member that have not ended, the last used one first. */
export const listMemberSessions = async ({ store, now }: Core, userId: string): Promise<MemberSession[]> =>
  (await store.members.listSessions(userId)).filter((session) => !hasEnded(session, now()))

/**
 * The session of a token, with its member's roles at this moment; it ends after 12 hours without a call, and in any case
 * after seven days. Undefined if it has ended.
 */
export async function openMemberSession(core: Core, token: string): Promise<OpenedSession | undefined> {
  const opened = tokenPattern.test(token) ? await core.store.members.findSession(hashToken(token)) : undefined
  if (!opened) return undefined
  const { id, lastUsedAt } = opened.session
  const at = core.now()
  if (hasEnded(opened.session, at)) return undefined
  if (at - lastUsedAt >= useEveryMs)
    await core.store.commit([{ useMemberSession: { id, address: core.origin?.address, at } }])
  return opened
}

/** The token that a page of the dashboard sends with each call, so that no other page can make it. */
export const createCsrfToken = ({ keyed }: Pick<Core, 'keyed'>, { tokenHash }: MemberSession): string =>
  keyed('dashboard csrf', tokenHash).toString('base64url')

/** @throws AppError forbidden: it isn't the CSRF token of this session */
export function requireCsrfToken(core: Core, session: MemberSession, sent: string | undefined): void {
  const [expected, given] = [Buffer.from(createCsrfToken(core, session)), Buffer.from(sent ?? '')]
  if (expected.length === given.length && timingSafeEqual(expected, given)) return
  throw forbidden('X-CSRF-Token must be the csrfToken of the session')
}

/** @throws AppError confirmation_required: the member last authenticated more than five minutes ago */
export function requireFreshSession({ now }: Core, { confirmedAt }: MemberSession): void {
  if (now() - confirmedAt < freshMs) return
  throw new AppError(
    'confirmation_required',
    'Confirm with a passkey first: POST /admin/v1/session/confirm, or at the provider: POST /admin/v1/session/sso',
  )
}

/**
 * Records that the member used a passkey now.
 * @throws AppError unauthorized: the access token proves nothing, or the session ended · forbidden: it is another member's
 */
export async function confirmMemberSession(
  core: Core,
  { session, member }: OpenedSession,
  accessToken: string,
): Promise<OpenedSession> {
  const { userId, passkeyId, spent } = await verifyPasskeyProof(core, accessToken)
  if (userId !== session.userId) throw forbidden('The token belongs to another member')
  const at = core.now()
  const conflict = await core.store.commit([
    { spendNonce: spent },
    { confirmMemberSession: { id: session.id, userId, passkeyId, at } },
  ])
  if (conflict === 'session_spent') throw tokenUsed()
  if (conflict) throw unauthorized('The session has ended: sign in again')
  return { session: { ...session, passkeyId, confirmedAt: at }, member }
}
