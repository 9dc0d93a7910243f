import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { allowsOnlyPasskeys } from '../../model/applications/security-profile.ts'
import type { Credential } from '../../model/credentials/credential.ts'
import { isOutdated, sealEpoch } from '../../model/users/token-epoch.ts'
import type { User } from '../../model/users/user.ts'
import { toP256Pem } from '../../p256.ts'
import { isTimely } from '../../ports/foreign-tokens.ts'
import { toSpentSession } from '../../ports/sessions.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { toNameKeys } from '../../use-cases/names/name-keys.ts'
import { isReferencedUser, type UserReference } from '../../use-cases/names/user-reference.ts'
import { openFlow, toFlowApplication } from '../open-flow.ts'
import { authenticationFailed } from './authentication-failed.ts'
import type { PublicKeyFlow } from './flow.ts'
import type { TargetUser } from './target-user.ts'
import type { CredentialProof } from './verify.ts'

/**
 * Starts a sign-in with a user's own key, without writing anything. The response is the same for every username, known
 * or not.
 * @throws AppError bad_request: not a P-256 public key
 */
export function startPublicKey(
  core: Core,
  {
    application,
    target,
    text,
  }: { application: Application; target: Pick<TargetUser, 'user' | 'usernameKey'>; text: string },
): { challengeId: string; serverNonce: string } {
  const startedAt = core.now()
  const serverNonce = core.random.text(32)
  const flow: PublicKeyFlow = {
    purpose: 'publickey',
    id: core.random.timeId(),
    ...toFlowApplication(application),
    startedAt,
    expiresAt: startedAt + application.settings.ceremonySeconds * 1000,
    usernameKey: target.usernameKey,
    epoch: sealEpoch(target.user?.tokenEpoch),
    publicKey: toP256Pem(text),
    serverNonce,
  }
  return { challengeId: core.sessions.seal(flow), serverNonce }
}

/** A client's response: a JWT that its key signed with ES256. */
export type PublicKeyResponse = {
  application: Application
  challengeId: string
  reference: UserReference
  assertion: string
}

/**
 * Verifies the signature without writing anything. An unknown username and an unregistered key cost the same work: the
 * signature is checked under the key that the flow was started with. Signatures can't be guessed, so failures aren't
 * counted.
 * @throws AppError unauthorized: another or an expired challenge, another key, or a deactivated user; one error for all
 */
export async function verifyPublicKey(core: Core, response: PublicKeyResponse): Promise<CredentialProof> {
  const { application, challengeId: session } = response
  if (allowsOnlyPasskeys(application)) throw authenticationFailed('the application allows passkeys only')
  const { id: appId } = application
  const { flow } = await openFlow<PublicKeyFlow>(core, { session, appId, purpose: 'publickey' }, authenticationFailed)
  const user = await core.store.users.findByName(appId, await toNameKeys(core, flow.usernameKey))
  const credentials = await core.store.credentials.listByUser(appId, user?.id ?? '')
  const credential = credentials.find(({ type, status }) => type === 'publickey' && status === 'active')
  const registered = credential?.secret
  const claims = core.foreignTokens.verify(response.assertion, flow.publicKey)
  if (!claims) throw authenticationFailed('not signed by the key that the flow was started with')
  const { server_nonce: nonce, aud = appId } = claims
  if (nonce !== flow.serverNonce) throw authenticationFailed('server nonce of another challenge')
  if (aud !== appId) throw authenticationFailed('aud is another application')
  if (!isTimely(claims, core.now())) throw authenticationFailed('expired, or not valid yet')
  if (!user || !credential || registered !== flow.publicKey)
    throw authenticationFailed('no user of that name has this key')
  if (!(await isReferencedUser(core, user, response.reference)))
    throw authenticationFailed('the call identifies another user than its challenge')
  if (isOutdated(flow.epoch, user)) throw authenticationFailed('the user was signed out after the flow started')
  if (user.status !== 'active') throw authenticationFailed('the user is deactivated')
  return {
    application,
    user,
    use: toCredentialUse(core, { application, user, credential, flow }),
  }
}

type KeyUse = {
  application: Application
  user: User
  credential: Credential
  flow: PublicKeyFlow
}

function toCredentialUse(core: Core, { application, user, credential, flow }: KeyUse): CredentialProof['use'] {
  const detail = { type: 'publickey' }
  const event = createEvent(core, application, { type: 'fido2.credential.proved', userId: user.id, detail })
  return { credential, step: 0, isUsedUp: false, spending: toSpentSession(flow), at: core.now(), events: [event] }
}
