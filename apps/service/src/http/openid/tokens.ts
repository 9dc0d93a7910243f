import { tokenRoutes } from '@thumbturn/contract/openid/tokens.ts'
import { introspectToken } from '../../core/flows/authorization/introspect.ts'
import { revokeToken } from '../../core/flows/authorization/revoke.ts'
import { requestTokens } from '../../core/flows/authorization/token.ts'
import type { HandlersOf } from '../call.ts'
import { createEndpointCall } from './endpoint-call.ts'

const { token, introspect, revoke } = tokenRoutes

export const tokens = {
  token: ({ body: fields }, call) =>
    requestTokens(call.core, call.application, { fields, call: createEndpointCall(call, token.path) }),
  introspect: ({ body: fields }, call) =>
    introspectToken(call.core, call.application, { fields, call: createEndpointCall(call, introspect.path) }),
  async revoke({ body: fields }, call) {
    await revokeToken(call.core, call.application, { fields, call: createEndpointCall(call, revoke.path) })
    return undefined
  },
} satisfies HandlersOf<typeof tokenRoutes>
