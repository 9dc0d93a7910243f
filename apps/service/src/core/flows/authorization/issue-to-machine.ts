import { openidScopes } from '@thumbturn/contract/vocabulary/openid.ts'
import type { Core } from '../../core.ts'
import { type Client, isConfidential } from '../../model/authorization/client.ts'
import { readScopes } from '../../model/authorization/read-request.ts'
import { spendDpop } from './dpop.ts'
import type { TokenResponse } from './issue.ts'
import { oauthError } from './oauth-error.ts'
import type { TokenRequest } from './token-request.ts'

/** Those that aren't about a user: a machine has neither an identity nor a session. */
const filterScopes = (scopes: readonly string[]) => scopes.filter((scope) => !openidScopes.some((one) => one === scope))

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
  const allowed = filterScopes(client.scopes)
  const scopes = fields.scope === undefined ? allowed : readScopes(fields.scope, { scopes: allowed })
  const audience = findAudience(client, fields.resource)
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

/** The requested resource, or all that the client registered. */
function findAudience({ resources }: Client, asked: string | undefined): readonly string[] {
  if (asked !== undefined && !resources.includes(asked))
    throw oauthError('invalid_target', 'The client cannot ask for tokens for this resource')
  if (resources.length === 0) throw oauthError('invalid_target', 'The client has no resources to get tokens for')
  return asked === undefined ? resources : [asked]
}
