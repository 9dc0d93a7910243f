import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { type Client, isConfidential } from '../../model/authorization/client.ts'
import type { CredentialFields } from '../../model/authorization/client-credentials.ts'
import type { Grant } from '../../model/authorization/grant.ts'
import { listsResource } from '../../model/authorization/protected-resource.ts'
import { findFamilyEnd } from '../../model/authorization/refresh-lifetime.ts'
import { toSubject } from '../../model/authorization/subject.ts'
import type { RefreshFamily, Rotation } from '../../model/mfa/record.ts'
import type { User } from '../../model/users/user.ts'
import { type AccessToken, readAccessToken } from './access-token.ts'
import { authenticateClient, type EndpointCall } from './client-authentication.ts'
import { isConsentRevoked } from './consent.ts'
import { invalidClient } from './oauth-error.ts'
import { openRefreshToken } from './refresh-token.ts'
import { findIssuer } from './response.ts'

/** The state of a token (RFC 7662 §2.2). */
export type Introspection =
  | { active: false }
  | {
      active: true
      client_id: string
      scope: string
      sub: string
      iss: string
      exp: number
      username?: string
      token_type?: 'Bearer' | 'DPoP'
      aud?: string[]
      iat?: number
      jti?: string
      auth_time?: number
      acr?: string
      cnf?: { jkt: string }
    }

/** A token, and the client that asks about it, or revokes it. */
export type TokenCall = { fields: CredentialFields & { token: string }; call: EndpointCall }

/**
 * Says whether a token is active, to the client that it was issued to, and to one that it is for. Everyone else learns nothing (RFC 7662
 * §2.2, §4).
 * @throws AppError unauthorized (invalid_client): also for a client without a secret
 */
export async function introspectToken(
  core: Core,
  application: Application,
  { fields, call }: TokenCall,
): Promise<Introspection> {
  const client = await authenticateClient(core, application, { fields, call })
  if (!isConfidential(client)) throw invalidClient('it has no secret', 'Only a client that authenticates can ask')
  const found = await readAccessToken(core, application, { token: fields.token, audience: 'any' })
  if (found) return isFor(client, found) ? describeAccess(core, application, found) : { active: false }
  return introspectRefreshToken(core, { application, client, token: fields.token })
}

const isFor = (client: Client, { access: { clientId, audience } }: AccessToken): boolean =>
  clientId === client.id || audience.some((uri) => listsResource(client, uri))

/** A client that may not know the username can't learn it here: it would link users whom it knows by pairwise subjects. */
const nameUser = ({ username }: Pick<User, 'username'>, scopes: readonly string[]) =>
  scopes.includes('profile') ? { username } : {}

function describeAccess(core: Core, application: Application, { access, user }: AccessToken): Introspection {
  const { clientId, scopes, sub, exp, iat, jti, audience, jkt, auth_time, acr } = access
  return {
    active: true,
    client_id: clientId,
    scope: scopes.join(' '),
    sub,
    iss: findIssuer(core, application),
    exp,
    iat,
    jti,
    aud: [...audience],
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    ...(user && nameUser(user, scopes)),
    ...(auth_time !== undefined && { auth_time }),
    ...(acr !== undefined && { acr }),
    ...(jkt !== undefined && { cnf: { jkt } }),
  }
}

async function introspectRefreshToken(
  core: Core,
  { application, client, token }: { application: Application; client: Client; token: string },
): Promise<Introspection> {
  const opened = openRefreshToken(core, application, token)
  const family = opened && (await core.store.refresh.find(application.id, opened.family))
  if (!opened || !family?.grant || family.clientId !== client.id) return { active: false }
  const endsAt = findFamilyEnd(client, family)
  if (!isCurrent(family, opened.id) || endsAt <= core.now()) return { active: false }
  const user = await findHolder(core, { ...family, clientId: client.id, grant: family.grant })
  if (!user) return { active: false }
  return {
    active: true,
    client_id: client.id,
    scope: family.grant.scopes.join(' '),
    sub: toSubject(core, client, family.userId),
    iss: findIssuer(core, application),
    exp: Math.floor(endsAt / 1000),
    ...nameUser(user, family.grant.scopes),
  }
}

type HeldFamily = RefreshFamily & { clientId: string; grant: Grant }

/** The user of refresh tokens, unless what they authorized has ended. */
async function findHolder(
  core: Core,
  { appId, userId, passkeyId, tokenEpoch, clientId, grant }: HeldFamily,
): Promise<User | undefined> {
  const [found, hasEnded] = await Promise.all([
    core.store.users.findWithPasskey(appId, userId, passkeyId ?? ''),
    isConsentRevoked(core, { appId, userId, clientId }, grant.consentedAt),
  ])
  const hasPasskey = passkeyId === undefined || found?.hasPasskey
  const isSignedIn = found?.user.status === 'active' && found.user.tokenEpoch === tokenEpoch && hasPasskey
  return isSignedIn && !hasEnded ? found.user : undefined
}

const isCurrent = ({ latest, revokedAt }: RefreshFamily & Rotation, id: string): boolean =>
  latest === id && revokedAt === undefined
