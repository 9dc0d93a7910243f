import { userinfoPath } from '@thumbturn/contract/vocabulary/openid.ts'
import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { isDocumentId, judgeDocumentHost } from '../../model/authorization/document-client.ts'
import type { User } from '../../model/users/user.ts'
import type { VerifiedClientAccess } from '../../ports/client-tokens.ts'
import { isRevoked } from '../../use-cases/access-tokens/revocations.ts'
import { isConsentRevoked } from './consent.ts'
import { findIssuer } from './response.ts'
import { lookUpTarget } from './target.ts'

/** An access token that is still in force, with its client, and the user that it is for, if any. */
export type AccessToken = { access: VerifiedClientAccess; client: Client; user: User | undefined }

/**
 * Reads an access token, which was issued by this application for that audience; undefined unless it is valid, wasn't revoked, and its
 * client, its user, its resource, and the consent and the session that it depends on are still what they were.
 */
export async function readAccessToken(
  core: Core,
  application: Application,
  { token, audience }: { token: string; audience: string | 'any' },
): Promise<AccessToken | undefined> {
  const access = await verify(core, application, { token, audience })
  if (!access || (await hasEnded(core, application, access))) return undefined
  const client = await findClient(core, application, access)
  if (!client) return undefined
  const isForUs = access.audience[0] === `${findIssuer(core, application)}${userinfoPath}`
  if (!isForUs && !(await areAvailable(core, client, access.audience))) return undefined
  if (access.userId === undefined) return { access, client, user: undefined }
  const user = await findUser(core, application, { ...access, userId: access.userId })
  return user && { access, client, user }
}

/** Whether a token was revoked, or the session that it depends on has ended. The session decides that, however it ends. */
async function hasEnded(core: Core, { id: appId }: Application, access: VerifiedClientAccess): Promise<boolean> {
  const { sid } = access
  const [wasRevoked, hasSession] = await Promise.all([
    isRevoked(core, appId, access),
    sid === undefined || core.store.browserSessions.hasClient({ appId, sid }),
  ])
  return wasRevoked || !hasSession
}

/** Whether the client can still ask for tokens for the resources of this one. */
async function areAvailable(core: Core, client: Client, audience: readonly string[]): Promise<boolean> {
  const targets = await Promise.all(audience.map((uri) => lookUpTarget(core, client, uri)))
  return targets.every((target) => target !== undefined)
}

/** Not a later client of the same ID, nor one that the application no longer accepts. */
async function findClient({ store }: Core, application: Application, { clientId, iat }: VerifiedClientAccess) {
  const isKnownByDocument = isDocumentId(clientId)
  if (isKnownByDocument && !judgeDocumentHost(application, clientId).isAllowed) return undefined
  const client = await store.openidClients.find({ appId: application.id, clientId })
  if (!client || client.createdAt >= (iat + 1) * 1000) return undefined
  return client.disabled && !isKnownByDocument ? undefined : client
}

async function findUser(
  core: Core,
  { id: appId }: Application,
  { userId, epoch = 0, clientId, consentedAt }: VerifiedClientAccess & { userId: string },
): Promise<User | undefined> {
  const [user, hasEnded] = await Promise.all([
    core.store.users.find(appId, userId),
    isConsentRevoked(core, { appId, userId, clientId }, consentedAt),
  ])
  return user?.status === 'active' && user.tokenEpoch === epoch && !hasEnded ? user : undefined
}

async function verify(
  { tokens }: Core,
  application: Application,
  { token, audience }: { token: string; audience: string | 'any' },
): Promise<VerifiedClientAccess | undefined> {
  try {
    return await tokens.verifyClientAccess(application, token, audience)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
