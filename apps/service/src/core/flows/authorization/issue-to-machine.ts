import type { Core } from '../../core.ts'
import { type Client, isConfidential } from '../../model/authorization/client.ts'
import { isOpenidScope, type ProtectedResource, splitScopes } from '../../model/authorization/protected-resource.ts'
import { filterScopes } from '../../model/authorization/read-request.ts'
import { spendDpop } from './dpop.ts'
import type { TokenResponse } from './issue.ts'
import { oauthError } from './oauth-error.ts'
import { findResource, findTarget } from './target.ts'
import type { TokenRequest } from './token-request.ts'

/** Those that aren't about a user: a machine has neither an identity nor a session. */
const withoutUser = (scopes: readonly string[]) => scopes.filter((scope) => !isOpenidScope(scope))

/**
 * Issues an access token to a client for itself (RFC 6749 §4.4), for a resource that it registered. Writes nothing.
 * @throws AppError bad_request (unauthorized_client, invalid_scope, invalid_target)
 */
export async function issueToMachine(
  core: Core,
  { application, client, fields, proof }: TokenRequest,
): Promise<TokenResponse> {
  if (!isConfidential(client))
    throw oauthError('unauthorized_client', 'Only a client that authenticates has this grant')
  const { audience, resource } = await findAudience(core, client, fields.resource)
  const scopes = readMachineScopes(fields.scope, { client, resource })
  await spendDpop(core, client, proof)
  const jkt = proof?.jkt
  const prepared = await core.tokens.prepareFor(application, client.idTokenAlg)
  const request = { clientId: client.id, audience, scopes, jkt }
  return {
    access_token: await prepared.signAccessToken(request, client.accessTokenSeconds),
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: client.accessTokenSeconds,
    scope: scopes.join(' '),
  }
}

/** The audience of a token of a machine, and the resource if it is registered. */
type Audience = { audience: readonly string[]; resource: ProtectedResource | undefined }

/**
 * The requested resource, or all that the client lists. A registered one has scopes of its own, so a token is for no other as well
 * (RFC 9068 §3).
 */
async function findAudience(core: Core, client: Client, asked: string | undefined): Promise<Audience> {
  const { resources } = client
  const target = await findTarget(core, client, asked ?? (resources.length === 1 ? resources[0] : undefined))
  if (target) return { audience: [target.uri], resource: target.resource }
  if (resources.length === 0) throw oauthError('invalid_target', 'The client has no resources to get tokens for')
  const found = await Promise.all(resources.map((uri) => findResource(core, client.appId, uri)))
  if (found.every((one) => one === undefined)) return { audience: resources, resource: undefined }
  throw oauthError('invalid_target', 'The client has several resources: send one of them as resource')
}

/** No user allows a machine anything, so it gets of a registered resource only what the operator listed at the client, too. */
function readMachineScopes(
  asked: string | undefined,
  { client, resource }: { client: Client; resource: ProtectedResource | undefined },
): readonly string[] {
  const { own, ofResource } = splitScopes(client.scopes, resource)
  const allowed = resource ? ofResource : withoutUser(own)
  return asked === undefined ? allowed : filterScopes(asked, allowed)
}
