import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { User } from '../../model/users/user.ts'
import type { VerifiedClientAccess } from '../../ports/client-tokens.ts'
import { isRevoked } from './revocation.ts'

/** An access token that is still in force, with its client, and the user that it is for, if any. */
export type AccessToken = { access: VerifiedClientAccess; client: Client; user: User | undefined }

/**
 * Reads an access token, which was issued by this application for that audience; undefined unless it is valid, wasn't revoked, and its
 * client and user are still what they were.
 */
export async function readAccessToken(
  core: Core,
  application: Application,
  { token, audience }: { token: string; audience: string | 'any' },
): Promise<AccessToken | undefined> {
  const access = await verify(core, application, { token, audience })
  if (!access || (await isRevoked(core, application, access))) return undefined
  const { clientId, userId, epoch = 0 } = access
  const client = await core.store.openidClients.find({ appId: application.id, clientId })
  if (!client || client.disabled) return undefined
  if (userId === undefined) return { access, client, user: undefined }
  const user = await core.store.users.find(application.id, userId)
  return user?.status === 'active' && user.tokenEpoch === epoch ? { access, client, user } : undefined
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
