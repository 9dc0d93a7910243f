import type { publicKeyRoutes } from '@thumbturn/contract/gen1/public-keys.ts'
import { createPublicKey } from '../../core/flows/credentials/create.ts'
import { meantUser } from '../../core/flows/credentials/meant.ts'
import { useCredential } from '../../core/flows/credentials/prove.ts'
import { beginPublicKey, provePublicKey } from '../../core/flows/credentials/public-key.ts'
import type { HandlersOf } from '../call.ts'
import { authenticatedBy } from './authenticated.ts'
import { namedIn, resolveOwner } from './owner.ts'

export const publicKeys = {
  async publicKeyForce({ body }, call) {
    const { publickey: text, options, no_jwt } = body
    const { backend, user } = await resolveOwner(call, body)
    const { application } = backend
    const credential = await createPublicKey(call.core, { backend, user }, { text, name: options?.credential_name })
    return authenticatedBy(call.core, { application, user, credential }, no_jwt)
  },

  async authenticatePublicKeyInit({ body: { username, publickey: text } }, { core, caller: token, application }) {
    const meant = await meantUser(core, token, { username })
    const { challengeId, serverNonce } = beginPublicKey(core, { application, meant, text })
    return { challenge_id: challengeId, server_nonce: serverNonce }
  },

  async authenticatePublicKeyComplete({ body }, { core, application }) {
    const { challenge_id: challengeId, assertion, no_jwt } = body
    const proof = await provePublicKey(core, { application, challengeId, named: namedIn(body), assertion })
    const { user, proved } = await useCredential(core, proof)
    return authenticatedBy(core, { application, user, credential: proved.credential }, no_jwt)
  },
} satisfies HandlersOf<typeof publicKeyRoutes>
