import type { EndpointCall } from '../../core/flows/authorization/client-authentication.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import type { PublicCall } from '../call.ts'

/** The parts of a call that the core needs besides its fields. `path`: that of its endpoint, relative to the issuer. */
export function createEndpointCall(
  { core, application, authorization, dpop }: PublicCall,
  path: string,
  method: EndpointCall['method'] = 'POST',
): EndpointCall {
  const issuer = createApplicationAddress(application, core.baseUrl)
  const url = `${issuer}${path}`
  return { authorization, dpop, method, url, audiences: [...new Set([issuer, `${issuer}/openid/token`, url])] }
}
