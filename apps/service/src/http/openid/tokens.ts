import { tokenRoutes } from '@thumbturn/contract/openid/tokens.ts'
import { requestTokens } from '../../core/flows/authorization/token.ts'
import type { HandlersOf } from '../call.ts'
import { createEndpointCall } from './endpoint-call.ts'

export const tokens = {
  token: ({ body: fields }, call) =>
    requestTokens(call.core, call.application, { fields, call: createEndpointCall(call, tokenRoutes.token.path) }),
} satisfies HandlersOf<typeof tokenRoutes>
