import type { userinfoRoutes } from '@thumbturn/contract/openid/userinfo.ts'
import { userinfoPath } from '@thumbturn/contract/vocabulary/openid.ts'
import { readUserinfo, type Userinfo } from '../../core/flows/authorization/userinfo.ts'
import type { HandlersOf, PublicCall } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { createEndpointCall } from './endpoint-call.ts'

export const userinfo = {
  userinfo: (_, call) => respond(call, { method: 'GET', tokenInForm: undefined }),
  userinfoPost: ({ body }, call) => respond(call, { method: 'POST', tokenInForm: body.access_token }),
} satisfies HandlersOf<typeof userinfoRoutes>

async function respond(
  call: PublicCall,
  { method, tokenInForm }: { method: 'GET' | 'POST'; tokenInForm: string | undefined },
) {
  const { core, application } = call
  const endpointCall = createEndpointCall(call, userinfoPath, method)
  return toResponse(await readUserinfo(core, application, { tokenInForm, call: endpointCall }))
}

const toResponse = (found: Userinfo) =>
  'jwt' in found ? new CustomResponse(found.jwt, { 'content-type': 'application/jwt' }) : found.claims
