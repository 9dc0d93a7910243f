import type { Core } from '../../core.ts'
import { toSpentToken } from '../../watermark.ts'
import type { Write } from '../../writes.ts'

/** The longest lifetime of an access token, which a client may have been changed to since. */
const longestMs = 86_400_000

/** Names by which access tokens of clients are revoked: its own, or what it shares with others. */
export type RevocableName = { token: string } | { family: string }

/** Each kind of name is its own, as `jti` and `fid` are. */
const toMarker = (revoked: RevocableName): string =>
  Object.entries(revoked)
    .map(([kind, name]) => `revoked ${kind} ${name}`)
    .join()

/** Marks what access tokens carry as revoked, for as long as one can be valid. */
export const markRevoked = ({ now }: Pick<Core, 'now'>, appId: string, revoked: RevocableName): Write => ({
  spendNonce: { appId, ...toSpentToken(toMarker(revoked), now() + longestMs) },
})

/** Whether an access token was revoked, or everything that was issued with it. */
export function isRevoked(
  { store }: Pick<Core, 'store'>,
  appId: string,
  { jti, fid }: { jti: string; fid: string | undefined },
): Promise<boolean> {
  const names: RevocableName[] = [{ token: jti }, ...(fid === undefined ? [] : [{ family: fid }])]
  return store.spentSessions.hasNonce(appId, names.map(toMarker))
}
