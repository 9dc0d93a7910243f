import type { Core } from '../../core.ts'
import { type Backend, eventBy } from '../../model/applications/backend.ts'
import { resolveUser } from '../../model/users/resolve.ts'
import { epochClaim } from '../../token-epoch.ts'

/**
 * A token by which a customer's backend vouches, once and within seconds, that it has authenticated that user, who need
 * not have signed up yet. It completes a step of an MFA flow of that user and opens nothing else.
 */
export async function issueExternalAuth(core: Core, backend: Backend, username: string): Promise<string> {
  const { application } = backend
  const found = await resolveUser(core, application.id, username)
  const sub = found?.user.id
  const assertedName = found?.user.username ?? username.trim()
  const claims = { tokenType: 'externalAuth', sub, username: assertedName, ...epochClaim(found?.user) } as const
  const token = await core.tokens.sign(application, claims, application.settings.externalAuthSeconds)
  const detail = { grants: 'external-auth' }
  await core.store.events.append(eventBy(core, backend, { type: 'fido2.grant.issued', userId: sub, detail }))
  return token
}
