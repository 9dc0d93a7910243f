import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { markRevoked } from '../../use-cases/access-tokens/revocations.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { readAccessToken } from './access-token.ts'
import { authenticateClient } from './client-authentication.ts'
import type { TokenCall } from './introspect.ts'
import { isUnfounded } from './issued-grant.ts'
import { openRefreshToken } from './refresh-token.ts'
import { revokeFamily } from './revocation.ts'

/**
 * Revokes a token of a client; a refresh token with everything that was issued with it (RFC 7009 §2.1). Does nothing for a token that is
 * invalid, or of another client: the caller couldn't do anything about it, and learns nothing (§2.2).
 * @throws AppError unauthorized (invalid_client)
 */
export async function revokeToken(core: Core, application: Application, { fields, call }: TokenCall): Promise<void> {
  if (await isUnfounded(core, application, { fields, call, grant: fields.token })) return
  const client = await authenticateClient(core, application, { fields, call, use: 'tokens' })
  const refresh = openRefreshToken(core, application, fields.token)
  if (refresh) return revokeRefreshToken(core, { application, client, family: refresh.family })
  const found = await readAccessToken(core, application, { token: fields.token, audience: 'any' })
  if (found?.client.id !== client.id) return
  const event = createRevokedEvent(core, { application, client, userId: found.user?.id })
  await core.store.commit([markRevoked(core, application.id, { token: found.access.jti }), { append: event }])
}

type OfClient = { application: Application; client: Client }

const createRevokedEvent = (core: Core, { application, client, userId }: OfClient & { userId: string | undefined }) =>
  createEvent(core, application, { type: 'fido2.openid.tokens_revoked', userId, detail: { clientId: client.id } })

async function revokeRefreshToken(core: Core, { family: id, ...of }: OfClient & { family: string }): Promise<void> {
  const { application, client } = of
  const family = await core.store.refresh.find(application.id, id)
  if (family?.clientId !== client.id) return
  const event = createRevokedEvent(core, { ...of, userId: family.userId })
  await revokeFamily(core, application, { id, events: [{ append: event }] })
}
