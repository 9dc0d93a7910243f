import { meantUser } from '../../core/flows/credentials/meant.ts'
import { beginOwnCode, completeOwnCode } from '../../core/flows/credentials/own-code.ts'
import type { AccessCodeType, AccessPurpose } from '../../core/model/access-codes/access-code.ts'
import { recogniseDevice } from '../../core/model/devices/recognise.ts'
import type { Call } from '../call.ts'
import { serviceTokenOf } from '../guard.ts'
import { required } from '../named-application.ts'
import { timestamp } from '../timestamp.ts'
import { type AssertionBody, authenticated, readAssertion } from './authenticated.ts'
import { type Named, namedIn } from './owner.ts'
import type { Gen1Handlers } from './wire.ts'

type Beginning = { username: string; purpose?: AccessPurpose }

async function begin({ core, caller, userAgent }: Call, body: Beginning, type: AccessCodeType) {
  const { username, purpose = 'temporary_authentication' } = body
  const token = serviceTokenOf(caller)
  const name = await meantUser(core, token, { username })
  const device = await recogniseDevice(core, { userAgent })
  const { application } = token
  return {
    assertion_payload: await beginOwnCode(core, { application, name, device, code: { type, purpose } }),
  }
}

async function complete({ core, application }: Call, body: AssertionBody & Named, type?: AccessCodeType) {
  const { challenge: session } = body.assertion_payload
  const answer = {
    application: required(application),
    session,
    assertion: readAssertion(body),
    named: namedIn(body),
    type,
  }
  const { text, code, ...signedIn } = await completeOwnCode(core, answer)
  const end = timestamp(code.expiresAt)
  const code_data = { code: text, type: code.type, expire_at: end, expires_at: end, is_authorized: true }
  return { ...(await authenticated(core, signedIn, body.no_jwt)), code_data }
}

type Operations = 'ownCodeInit' | 'ownCodeInitTyped' | 'ownCodeComplete' | 'ownCodeCompleteTyped'

export const ownCodes: Pick<Gen1Handlers, Operations> = {
  ownCodeInit: ({ body }, call) => begin(call, body, 'short'),
  ownCodeInitTyped: ({ params, body }, call) => begin(call, body, params.code_type),
  ownCodeComplete: ({ body }, call) => complete(call, body),
  ownCodeCompleteTyped: ({ params, body }, call) => complete(call, body, params.code_type),
}
