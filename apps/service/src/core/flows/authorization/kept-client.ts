import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { Consent } from '../../model/authorization/consent.ts'
import { isDocumentId } from '../../model/authorization/document-client.ts'
import { RejectedRequest } from '../../model/authorization/parameters.ts'
import type { User } from '../../model/users/user.ts'
import { ensureSigningKey } from '../../use-cases/applications/signing-keys.ts'
import type { Write } from '../../writes.ts'

/** Users choose these programs alone, so their number is limited for each user. */
const mostPrograms = 100

type FirstConsent = { client: Client; user: User; former: Consent | undefined }

/**
 * The writes by which a client that no member registered is kept for the consents of its users. Its tokens need a key for RS256, which
 * the application may not have yet.
 * @throws RejectedRequest access_denied: the user allowed too many such programs
 */
export async function keepClient(
  core: Core,
  application: Application,
  { client, user, former }: FirstConsent,
): Promise<Write[]> {
  if (!former) await requireRoom(core, user)
  await ensureSigningKey(core, application, { alg: client.idTokenAlg, by: 'openid' })
  const at = core.now()
  return [{ putDocumentClient: { ...client, createdAt: at, updatedAt: at } }]
}

async function requireRoom({ store }: Core, { appId, id: userId }: User): Promise<void> {
  const consents = await store.consents.list({ appId, userId })
  if (consents.filter(({ clientId }) => isDocumentId(clientId)).length < mostPrograms) return
  throw new RejectedRequest('access_denied', `The user allowed ${mostPrograms} programs, and must revoke one first`)
}
