import type { Core } from '../../core.ts'
import { toEpochClaim } from '../../model/users/token-epoch.ts'
import { type Backend, createBackendEvent } from '../../use-cases/applications/backend.ts'
import { resolveUser } from '../../use-cases/names/resolve.ts'

/**
 * Issues a single-use token, valid for seconds, by which a backend asserts that it authenticated a user, who might not
 * have signed up yet. It completes a step of that user's MFA flow and grants nothing else.
 */
export async function issueExternalAuth(core: Core, backend: Backend, username: string): Promise<string> {
  const { application } = backend
  const found = await resolveUser(core, application.id, username)
  const sub = found?.user.id
  const assertedName = found?.user.username ?? username.trim()
  const claims = { tokenType: 'externalAuth', sub, username: assertedName, ...toEpochClaim(found?.user) } as const
  const token = await core.tokens.sign(application, claims, application.settings.externalAuthSeconds)
  const detail = { grants: 'external-auth' }
  const event = createBackendEvent(core, backend, { type: 'fido2.grant.issued', userId: sub, detail })
  await core.store.commit([{ append: event }])
  return token
}
