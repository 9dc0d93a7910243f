import type { Core } from '../../core.ts'
import { findIdleEnd } from '../../model/authorization/refresh-lifetime.ts'
import type { RefreshFamily } from '../../model/mfa/record.ts'
import type { Write } from '../../writes.ts'
import type { Authorization } from './issue.ts'
import { sealRefreshToken } from './refresh-token.ts'

/** The first refresh token, if the client can use it and the user allowed access while they are away (OpenID Connect Core 1.0 §11). */
export function prepareRefresh(
  core: Core,
  { application, client, scopes, grant, user, family: id, amr }: Authorization,
  passkeyId: string | undefined,
): { writes: Write[]; token: { refresh_token?: string } } {
  if (!scopes.includes('offline_access') || !client.grantTypes.includes('refresh_token'))
    return { writes: [], token: {} }
  const [latest, issuedAt] = [core.random.uuid(), core.now()]
  const family: RefreshFamily = {
    appId: application.id,
    id,
    userId: user.id,
    tokenEpoch: user.tokenEpoch,
    passkeyId,
    amr,
    signedInAt: grant.authTime,
    expiresAt: findIdleEnd(client, { at: issuedAt, issuedAt }),
    revokedAt: undefined,
    clientId: client.id,
    grant: { ...grant, issuedAt },
  }
  const token = sealRefreshToken(core, application, { family: id, id: latest })
  return { writes: [{ addRefreshFamily: { ...family, latest } }], token: { refresh_token: token } }
}
