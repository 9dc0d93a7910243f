import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { toSpentToken } from '../../watermark.ts'
import type { Write } from '../../writes.ts'

/** The longest lifetime of an access token, which a client may have been changed to since. */
const longestMs = 86_400_000

/** The marker of a revoked access token, and of a revoked authorization with every access token that it led to. */
const markers = {
  token: (jti: string) => `revoked token ${jti}`,
  family: (fid: string) => `revoked family ${fid}`,
}

/** Marks what access tokens carry as revoked, for as long as one can be valid. */
export const markRevoked = (
  { now }: Core,
  { id: appId }: Application,
  revoked: { token: string } | { family: string },
): Write => {
  const id = 'token' in revoked ? markers.token(revoked.token) : markers.family(revoked.family)
  return { spendNonce: { appId, ...toSpentToken(id, now() + longestMs) } }
}

/** Whether an access token was revoked, or everything that was issued with it. */
export const isRevoked = (
  { store }: Core,
  { id: appId }: Application,
  { jti, fid }: { jti: string; fid: string | undefined },
): Promise<boolean> =>
  store.spentSessions.hasNonce(appId, [markers.token(jti), ...(fid === undefined ? [] : [markers.family(fid)])])

/** Revokes the refresh tokens of an authorization, and its access tokens. Returns whether there was anything left to revoke. */
export async function revokeFamily(
  core: Core,
  application: Application,
  { id, events = [] }: RevokedFamily,
): Promise<boolean> {
  const [appId, at] = [application.id, core.now()]
  const marker = markRevoked(core, application, { family: id })
  const withRefresh = await core.store.commit([{ revokeRefreshFamily: { appId, id, at } }, marker, ...events])
  if (withRefresh === undefined) return true
  // There are no refresh tokens, or they were revoked before.
  return (await core.store.commit([marker, ...events])) === undefined
}

type RevokedFamily = { id: string; events?: readonly Write[] }
