import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import type { ApiKey } from '../../model/applications/api-key.ts'
import type { Application } from '../../model/applications/application.ts'
import { createEvent } from '../../model/events/create-event.ts'
import { resolveUser } from '../../model/users/resolve.ts'
import { epochClaim } from '../../token-epoch.ts'

/**
 * A short token with exactly the grants asked for, for a user whom the customer's backend has authenticated.
 * @throws AppError forbidden: the API key does not hold one of the grants itself
 */
export async function issueGrant(
  core: Core,
  input: { application: Application; key: ApiKey; username: string; grants: readonly string[] },
): Promise<string> {
  const { application, key, grants } = input
  const missing = grants.filter((grant) => !key.scopes.some((scope) => scope === grant))
  if (missing.length > 0) throw forbidden(`This API key does not hold ${missing.join(', ')}`)

  const found = await resolveUser(core, application.id, input.username)
  const { id: sub, username = input.username.trim() } = found?.user ?? {}
  const scopes = [...new Set(grants)]
  const claims = { tokenType: 'grant', sub, username, scopes, ...epochClaim(found?.user) } as const
  const token = await core.tokens.sign(application, claims, application.settings.grantTokenSeconds)
  await core.store.events.append(
    createEvent(core, application, {
      type: 'fido2.grant.issued',
      userId: sub,
      detail: { key: key.id, grants: claims.scopes.join(' ') },
      ...(sub === undefined && { personal: { username } }),
    }),
  )
  return token
}
