import type { publicKeyRoutes } from '@thumbturn/contract/gen1/public-keys.ts'
import { createPublicKey } from '../../core/flows/credentials/create.ts'
import { startPublicKey, verifyPublicKey } from '../../core/flows/credentials/public-key.ts'
import { resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import { useCredential } from '../../core/flows/credentials/verify.ts'
import type { HandlersOf } from '../call.ts'
import { toCredentialResponse } from './authenticated.ts'
import { resolveOwner, toUserReference } from './owner.ts'

export const publicKeys = {
  async publicKeyForce({ body }, call) {
    const { publickey: text, options, no_jwt } = body
    const { backend, user } = await resolveOwner(call, body)
    const { application } = backend
    const prepared = await call.core.tokens.prepare(application)
    const credential = await createPublicKey(call.core, { backend, user }, { text, name: options?.credential_name })
    return toCredentialResponse({ prepared, application, user, credential }, no_jwt)
  },

  async authenticatePublicKeyInit({ body: { username, publickey: text } }, { core, caller: token, application }) {
    const target = await resolveTargetUser(core, token, { username })
    const { challengeId, serverNonce } = startPublicKey(core, { application, target, text })
    return { challenge_id: challengeId, server_nonce: serverNonce }
  },

  async authenticatePublicKeyComplete({ body }, { core, application }) {
    const { challenge_id: challengeId, assertion, no_jwt } = body
    const proof = await verifyPublicKey(core, { application, challengeId, reference: toUserReference(body), assertion })
    const prepared = await core.tokens.prepare(application)
    const { user, use } = await useCredential(core, proof)
    return toCredentialResponse({ prepared, application, user, credential: use.credential }, no_jwt)
  },
} satisfies HandlersOf<typeof publicKeyRoutes>
