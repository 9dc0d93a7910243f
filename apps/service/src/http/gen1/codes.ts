import type { codeRoutes } from '@thumbturn/contract/gen1/codes.ts'
import {
  authorizeAccessCode,
  awaitAccessCode,
  findAccessCode,
  findAuthorizedCode,
  generateAccessCode,
  invalidateAccessCodes,
} from '../../core/flows/credentials/access-codes.ts'
import { resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import type { AccessCode, AccessPurpose } from '../../core/model/access-codes/access-code.ts'
import type { HandlersOf, ServiceCall } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { toCodeResponse } from './authenticated.ts'
import { startForcedRegistration } from './credentials.ts'
import { resolveOwner, type UserFields } from './owner.ts'

const toResponse = ({ expiresAt, authorizedAt }: AccessCode) => ({
  expires_at: timestamp(expiresAt),
  is_authorized: authorizedAt !== undefined,
})

type CodeAuthorization = UserFields & { code: string; purpose: AccessPurpose }

async function authorize(
  call: ServiceCall,
  { code: text, purpose, ...named }: CodeAuthorization,
  type?: AccessCode['type'],
) {
  return toResponse(await authorizeAccessCode(call.core, await resolveOwner(call, named), { text, type, purpose }))
}

async function invalidate(call: ServiceCall, { purpose, ...named }: UserFields & { purpose: AccessPurpose }) {
  return { deleted_at: timestamp(await invalidateAccessCodes(call.core, await resolveOwner(call, named), purpose)) }
}

export const codes = {
  async codeGenerate({ params, body: { purpose, authorize: isAuthorized = false, ...named } }, call) {
    const { code_type: type } = params
    const request = { type, purpose, authorize: isAuthorized }
    const { text, code } = await generateAccessCode(call.core, await resolveOwner(call, named), request)
    return { code: text, type, ...toResponse(code) }
  },
  codeAuthorize: ({ body }, call) => authorize(call, body),
  codeAuthorizeTyped: ({ params, body }, call) => authorize(call, body, params.code_type),
  codesInvalidate: ({ body }, call) => invalidate(call, body),
  codesInvalidateTyped: ({ body }, call) => invalidate(call, body),

  async codeWait({ body }, { core, caller: token, application, disconnectSignal: gone }) {
    const { username, authentication_code, no_wait = false, no_jwt } = body
    const target = await resolveTargetUser(core, token, { username })
    const { code: text, type } = authentication_code
    const attempt = { text, type, purpose: 'temporary_authentication' } as const
    const { user, code } = await findAccessCode(core, { application, target }, attempt)
    const prepared = await core.tokens.prepare(application)
    await awaitAccessCode(core, { application, code }, { signal: gone(), canWait: !no_wait })
    return toCodeResponse({ prepared, application, user }, no_jwt)
  },

  async fido2InitCode({ body: { username, authentication_code, options } }, call) {
    const { core, caller: backend, application } = call
    const target = await resolveTargetUser(core, backend, { username })
    const { code: text, type } = authentication_code
    const attempt = { text, type, purpose: 'add_credential' } as const
    const { user, code } = await findAuthorizedCode(core, { application, target }, attempt)
    return startForcedRegistration(call, { backend, ...target, user }, { options, allowedByCode: code.id })
  },
} satisfies HandlersOf<typeof codeRoutes>
