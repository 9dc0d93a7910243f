import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { toActor } from '../../model/sso/actor.ts'
import { toSpentToken } from '../../watermark.ts'
import type { Write } from '../../writes.ts'
import { createAuditEntry } from '../audit/audit.ts'
import { toOpenIdClient } from './client.ts'
import { requireProvider } from './manage.ts'

/**
 * Ends the sessions of a member because the provider ended theirs: of that session there if the token names it, else all
 * that began there (OpenID Connect Back-Channel Logout 1.0 §2.7).
 * @throws AppError not_found · bad_request: the token is not valid or was used before; or Outage
 */
export async function logOutByProvider(
  core: Core,
  { id, token }: { id: string; token: string },
  ownOrigin: string,
): Promise<void> {
  const provider = await requireProvider(core, id)
  const { subject, sid, ...jwt } = await core.openId.verifyLogoutToken(toOpenIdClient(core, provider, ownOrigin), token)
  const identity = subject === undefined ? undefined : await core.store.sso.findIdentity(id, subject)
  const audit = createAuditEntry(core, toActor(provider), { action: 'session.ended', target: identity?.userId ?? id })
  const spent = { appId: ownApplicationId, ...toSpentToken(`logout ${id} ${jwt.id}`, jwt.expiresAt) }
  const ended = listEnded(id, sid, identity?.userId)
  if (ended.length === 0) return
  const conflict = await core.store.commit([{ spendNonce: spent }, ...ended, { addAuditEntry: audit }])
  if (conflict) throw badRequest('logout_token was already used')
}

function listEnded(providerId: string, sid: string | undefined, userId: string | undefined): Write[] {
  if (sid !== undefined) return [{ endSsoSessions: { providerId, sid } }]
  return userId === undefined ? [] : [{ endSsoSessions: { providerId, userId } }]
}
