import type { Core } from '../../core.ts'
import type { Client } from '../../model/authorization/client.ts'
import { type EndpointCall, spendProof } from './client-authentication.ts'
import { oauthError, rejectAs } from './oauth-error.ts'

const invalidProof = (cause: unknown, description = 'The DPoP proof is not valid for this call') =>
  oauthError('invalid_dpop_proof', description, cause)

/**
 * The thumbprint of the key that a call proves to have (RFC 9449 §4.3), and that its tokens are bound to; undefined without a proof.
 * Each proof works once (§11.1).
 * @throws AppError bad_request (invalid_dpop_proof): the proof is wrong, or the client must send one
 */
export async function verifyDpop(
  core: Core,
  client: Pick<Client, 'appId' | 'dpop'>,
  { dpop: proof, method, url, accessToken }: EndpointCall & { accessToken?: string },
): Promise<string | undefined> {
  if (proof === undefined) {
    if (client.dpop === 'required') throw invalidProof('it is missing', 'This client must send a DPoP proof')
    return undefined
  }
  const verified = await core.clientProofs
    .verifyDpopProof({ proof, method, url, accessToken })
    .catch(rejectAs(invalidProof))
  const isNew = await spendProof(core, client, verified)
  if (!isNew) throw invalidProof('it was used before')
  return verified.jkt
}
