import { deviceCodeGrant, type GrantType } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { authenticateClient, type EndpointCall } from './client-authentication.ts'
import { verifyDpop } from './dpop.ts'
import { exchangeCode } from './exchange-code.ts'
import { exchangeDeviceCode } from './exchange-device-code.ts'
import { exchangeRefreshToken } from './exchange-refresh-token.ts'
import type { TokenResponse } from './issue.ts'
import { issueToMachine } from './issue-to-machine.ts'
import { isUnfounded } from './issued-grant.ts'
import { asOauthErrors, invalidGrant, oauthError } from './oauth-error.ts'
import type { TokenFields, TokenRequest } from './token-request.ts'

type Issue = (core: Core, request: TokenRequest) => Promise<TokenResponse>

const grants: ReadonlyMap<string, { required: keyof TokenFields; issue: Issue; type: GrantType }> = new Map([
  ['authorization_code', { required: 'code', issue: exchangeCode, type: 'authorization_code' }],
  ['refresh_token', { required: 'refresh_token', issue: exchangeRefreshToken, type: 'refresh_token' }],
  [deviceCodeGrant, { required: 'device_code', issue: exchangeDeviceCode, type: deviceCodeGrant }],
  ['client_credentials', { required: 'grant_type', issue: issueToMachine, type: 'client_credentials' }],
])

/**
 * Issues tokens for a grant.
 * @throws AppError bad_request · unauthorized, with the error of RFC 6749 §5.2
 */
export async function requestTokens(
  core: Core,
  application: Application,
  { fields, call }: { fields: TokenFields; call: EndpointCall },
): Promise<TokenResponse> {
  const grant = grants.get(fields.grant_type)
  if (!grant) throw oauthError('unsupported_grant_type', `grant_type must be one of ${[...grants.keys()].join(', ')}`)
  if (fields[grant.required] === undefined) throw oauthError('invalid_request', `${grant.required} is required`)
  if (await isUnfounded(core, application, { fields, call, grant: fields[grant.required] ?? '' }))
    throw invalidGrant('nothing of this application was presented')
  const client = await authenticateClient(core, application, { fields, call, use: 'tokens' })
  if (!client.grantTypes.includes(grant.type))
    throw oauthError('unauthorized_client', `The client does not have the grant type ${grant.type}`)
  const proof = await verifyDpop(core, client, call)
  return asOauthErrors(() => grant.issue(core, { application, client, fields, proof }))
}
