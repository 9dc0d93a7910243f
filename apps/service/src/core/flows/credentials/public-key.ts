import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Credential } from '../../model/credentials/credential.ts'
import { createEvent } from '../../model/events/create-event.ts'
import { isNamed, type Named } from '../../model/users/named.ts'
import type { User } from '../../model/users/user.ts'
import { nameKeys } from '../../model/users/username.ts'
import { p256Pem } from '../../p256.ts'
import { isTimely } from '../../ports/foreign-tokens.ts'
import { sessionSpending } from '../../ports/sessions.ts'
import { isOutdated, sealedEpoch } from '../../token-epoch.ts'
import { openFlow } from '../open-flow.ts'
import type { PublicKeyFlow } from './flow.ts'
import type { Meant } from './meant.ts'
import type { Proof } from './prove.ts'
import { notProved } from './refused.ts'

/**
 * Begins a sign-in by the key of a user, and writes nothing. It is the same for every username, known or not.
 * @throws AppError bad_request: it is no public key of P-256
 */
export function beginPublicKey(
  core: Core,
  { application, meant, text }: { application: Application; meant: Pick<Meant, 'user' | 'usernameKey'>; text: string },
): { challengeId: string; serverNonce: string } {
  const startedAt = core.now()
  const serverNonce = core.random.text(32)
  const flow: PublicKeyFlow = {
    purpose: 'publickey',
    id: core.random.uuid(),
    appId: application.id,
    startedAt,
    expiresAt: startedAt + application.settings.ceremonySeconds * 1000,
    usernameKey: meant.usernameKey,
    epoch: sealedEpoch(meant.user?.tokenEpoch),
    publicKey: p256Pem(text),
    serverNonce,
  }
  return { challengeId: core.sessions.seal(flow), serverNonce }
}

/** What a client answers: a JWT that its key signed with ES256. */
export type PublicKeyAnswer = { application: Application; challengeId: string; named: Named; assertion: string }

/**
 * Judges what the key has signed; nothing is written yet. A name that nobody has, and a key that nobody registered, cost
 * the same: the signature is checked under the key that the beginning named. Signatures cannot be guessed, so no failures
 * are counted.
 * @throws AppError unauthorized: another challenge, an expired one, another key, or a deactivated user; one answer for all
 */
export async function provePublicKey(core: Core, answer: PublicKeyAnswer): Promise<Proof> {
  const { application, challengeId: session } = answer
  const { id: appId } = application
  const flow = openFlow<PublicKeyFlow>(core, { session, appId, purpose: 'publickey' }, notProved)
  const found = await core.store.users.findWithPasskeys(appId, await nameKeys(core, flow.usernameKey))
  const kept = await core.store.credentials.listByUser(appId, found?.user.id ?? '')
  const credential = kept.find(({ type, status }) => type === 'publickey' && status === 'active')
  const registered = credential?.secret
  const claims = core.foreignTokens.verified(answer.assertion, flow.publicKey)
  if (!claims) throw notProved('the key that was named did not sign it')
  const { server_nonce: nonce, aud = appId } = claims
  if (nonce !== flow.serverNonce) throw notProved('server_nonce is that of another challenge')
  if (aud !== appId) throw notProved('aud is another client')
  if (!isTimely(claims, core.now())) throw notProved('exp or nbf is of another time')
  if (!found || !credential || registered !== flow.publicKey) throw notProved('nobody of that name has such a key')
  if (!(await isNamed(core, found.user, answer.named)))
    throw notProved('the call names another user than its challenge')
  if (isOutdated(flow.epoch, found.user)) throw notProved('the user was signed out after it began')
  if (found.user.status !== 'active') throw notProved('the user is deactivated')
  return { application, user: found.user, proved: proof(core, { application, user: found.user, credential, flow }) }
}

type Proved = {
  application: Application
  user: User
  credential: Credential
  flow: PublicKeyFlow
}

function proof(core: Core, { application, user, credential, flow }: Proved): Proof['proved'] {
  const detail = { type: 'publickey' }
  const happened = createEvent(core, application, { type: 'fido2.credential.proved', userId: user.id, detail })
  return { credential, step: 0, isUsedUp: false, spending: sessionSpending(flow), at: core.now(), events: [happened] }
}
