import type { ownCodeRoutes } from '@thumbturn/contract/gen1/own-codes.ts'
import { completeOwnCode, startOwnCode } from '../../core/flows/credentials/own-code.ts'
import { resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import type { AccessCodeType, AccessPurpose } from '../../core/model/access-codes/access-code.ts'
import { recognizeDevice } from '../../core/use-cases/devices/recognize.ts'
import type { HandlersOf, PublicCall, ServiceCall } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { type AssertionBody, readAssertion, toSignInResponse } from './authenticated.ts'
import { toUserReference, type UserFields } from './owner.ts'

type StartBody = { username: string; purpose?: AccessPurpose }

async function start(
  { core, caller: token, application, userAgent }: ServiceCall,
  body: StartBody,
  type: AccessCodeType,
) {
  const { username, purpose = 'temporary_authentication' } = body
  const name = await resolveTargetUser(core, token, { username })
  const device = await recognizeDevice(core, { userAgent })
  return {
    assertion_payload: await startOwnCode(core, { application, name, device, code: { type, purpose } }),
  }
}

async function complete({ core, application }: PublicCall, body: AssertionBody & UserFields, type?: AccessCodeType) {
  const { challenge: session } = body.assertion_payload
  const response = {
    application,
    session,
    assertion: readAssertion(body),
    reference: toUserReference(body),
    type,
  }
  const { text, code, ...signedIn } = await completeOwnCode(core, response)
  const end = timestamp(code.expiresAt)
  const code_data = { code: text, type: code.type, expire_at: end, expires_at: end, is_authorized: true }
  return { ...(await toSignInResponse(signedIn, body.no_jwt)), code_data }
}

export const ownCodes = {
  ownCodeInit: ({ body }, call) => start(call, body, 'short'),
  ownCodeInitTyped: ({ params, body }, call) => start(call, body, params.code_type),
  ownCodeComplete: ({ body }, call) => complete(call, body),
  ownCodeCompleteTyped: ({ params, body }, call) => complete(call, body, params.code_type),
} satisfies HandlersOf<typeof ownCodeRoutes>
