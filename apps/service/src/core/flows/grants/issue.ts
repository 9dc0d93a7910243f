import type { KeyScope } from '@thumbturn/contract/vocabulary/scopes.ts'
import type { Core } from '../../core.ts'
import { forbidden } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { toEpochClaim } from '../../model/users/token-epoch.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { resolveUser } from '../../use-cases/names/resolve.ts'

/** `keyId` and `scopes` are those of the API key. */
type GrantRequest = {
  application: Application
  keyId: string
  scopes: readonly KeyScope[]
  username: string
  grants: readonly string[]
}

/**
 * Issues a short-lived token with the requested grants, for a user that the backend has authenticated.
 * @throws AppError forbidden: the API key doesn't hold one of the grants itself
 */
export async function issueGrant(
  core: Core,
  { application, keyId, scopes: held, username: name, grants }: GrantRequest,
): Promise<string> {
  const missing = grants.filter((grant) => !held.some((scope) => scope === grant))
  if (missing.length > 0) throw forbidden(`This API key doesn't have the scope ${missing.join(', ')}`)

  const found = await resolveUser(core, application.id, name)
  const { id: sub, username = name.trim() } = found?.user ?? {}
  const scopes = [...new Set(grants)]
  const claims = { tokenType: 'grant', sub, username, scopes, ...toEpochClaim(found?.user) } as const
  const token = await core.tokens.sign(application, claims, application.settings.grantTokenSeconds)
  const event = createEvent(core, application, {
    type: 'fido2.grant.issued',
    userId: sub,
    detail: { key: keyId, grants: claims.scopes.join(' ') },
    ...(sub === undefined && { personal: { username } }),
  })
  await core.store.commit([{ append: event }])
  return token
}
