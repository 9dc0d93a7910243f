import type { EndpointCall } from '../../core/flows/authorization/client-authentication.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import type { PublicCall } from '../call.ts'

/** What the core needs of a call besides its fields: `path` is that of its endpoint, relative to the issuer. */
export function createEndpointCall(
  { core, application, authorization, dpop }: PublicCall,
  path: string,
  method: EndpointCall['method'] = 'POST',
): EndpointCall {
  const issuer = createApplicationAddress(application, core.baseUrl)
  const url = `${issuer}${path}`
  return { authorization, dpop, method, url, audiences: [...new Set([issuer, `${issuer}/openid/token`, url])] }
}
