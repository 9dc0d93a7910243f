import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { markRevoked } from '../../use-cases/access-tokens/revocations.ts'
import type { Write } from '../../writes.ts'

/** Revokes the refresh tokens of an authorization, and its access tokens. Returns whether there was anything left to revoke. */
export async function revokeFamily(
  core: Core,
  { id: appId }: Application,
  { id, events = [] }: RevokedFamily,
): Promise<boolean> {
  const at = core.now()
  const marker = markRevoked(core, appId, { family: id })
  const withRefresh = await core.store.commit([{ revokeRefreshFamily: { appId, id, at } }, marker, ...events])
  if (withRefresh === undefined) return true
  // There are no refresh tokens, or they were revoked before.
  return (await core.store.commit([marker, ...events])) === undefined
}

type RevokedFamily = { id: string; events?: readonly Write[] }
