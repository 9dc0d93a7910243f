import type { Core } from '../../core.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { SingleUse, VerifiedDpop } from '../../ports/client-proofs.ts'
import { type EndpointCall, spendProof } from './client-authentication.ts'
import { oauthError, rejectAs } from './oauth-error.ts'

const invalidProof = (cause: unknown, description = 'The DPoP proof is not valid for this call') =>
  oauthError('invalid_dpop_proof', description, cause)

/**
 * Verifies that a call proves to have a key (RFC 9449 §4.3), to which its tokens are bound; undefined without a proof. It isn't spent:
 * anyone can create proofs, so only a call that is otherwise right may write.
 * @throws AppError bad_request (invalid_dpop_proof): the proof is wrong, or the client must send one
 */
export async function verifyDpop(
  core: Core,
  client: Pick<Client, 'dpop'>,
  { dpop: proof, method, url, accessToken }: EndpointCall & { accessToken?: string },
): Promise<VerifiedDpop | undefined> {
  if (proof !== undefined)
    return core.clientProofs.verifyDpopProof({ proof, method, url, accessToken }).catch(rejectAs(invalidProof))
  if (client.dpop === 'required') throw invalidProof('it is missing', 'This client must send a DPoP proof')
  return undefined
}

/**
 * Spends the proof of a call, as each works once (RFC 9449 §11.1).
 * @throws AppError bad_request (invalid_dpop_proof): it was used before
 */
export async function spendDpop(
  core: Core,
  client: Pick<Client, 'appId'>,
  proof: SingleUse | undefined,
): Promise<void> {
  if (proof && !(await spendProof(core, client, proof))) throw invalidProof('it was used before')
}
