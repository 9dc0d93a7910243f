import { createPublicKey } from '../../core/flows/credentials/create.ts'
import { meantUser } from '../../core/flows/credentials/meant.ts'
import { useCredential } from '../../core/flows/credentials/prove.ts'
import { beginPublicKey, provePublicKey } from '../../core/flows/credentials/public-key.ts'
import { serviceTokenOf } from '../guard.ts'
import { required } from '../named-application.ts'
import { authenticatedBy } from './authenticated.ts'
import { namedIn, resolveOwner } from './owner.ts'
import type { Gen1Handlers } from './wire.ts'

type Operations = 'publicKeyForce' | 'authenticatePublicKeyInit' | 'authenticatePublicKeyComplete'

export const publicKeys: Pick<Gen1Handlers, Operations> = {
  async publicKeyForce({ body }, call) {
    const { publickey: text, options, no_jwt } = body
    const { backend, user } = await resolveOwner(call, body)
    const { application } = backend
    const credential = await createPublicKey(call.core, { backend, user }, { text, name: options?.credential_name })
    return authenticatedBy(call.core, { application, user, credential }, no_jwt)
  },

  async authenticatePublicKeyInit({ body: { username, publickey: text } }, { core, caller }) {
    const token = serviceTokenOf(caller)
    const { application } = token
    const meant = await meantUser(core, token, { username })
    const { challengeId, serverNonce } = beginPublicKey(core, { application, meant, text })
    return { challenge_id: challengeId, server_nonce: serverNonce }
  },

  async authenticatePublicKeyComplete({ body }, { core, application: called }) {
    const { challenge_id: challengeId, assertion, no_jwt } = body
    const application = required(called)
    const proof = await provePublicKey(core, { application, challengeId, named: namedIn(body), assertion })
    const { user, proved } = await useCredential(core, proof)
    return authenticatedBy(core, { application, user, credential: proved.credential }, no_jwt)
  },
}
