import type { currentApi, Output } from '@thumbturn/contract'
import type { mfaRoutes } from '@thumbturn/contract/current/mfa.ts'
import { badRequest } from '../../core/errors.ts'
import { issueExternalAuth } from '../../core/flows/grants/external.ts'
import { verifyExternal } from '../../core/flows/mfa/external.ts'
import { openStep } from '../../core/flows/mfa/flow.ts'
import type { MfaNext } from '../../core/flows/mfa/offer.ts'
import { requestFlowCode, verifyFlowCode } from '../../core/flows/mfa/otp.ts'
import type { MfaCompletion, MfaOutcome } from '../../core/flows/mfa/outcome.ts'
import { verifyPasskeyFactor } from '../../core/flows/mfa/passkey.ts'
import { attachPayload } from '../../core/flows/mfa/payload.ts'
import { refreshTokens } from '../../core/flows/mfa/refresh.ts'
import { registerPasskeyFactor } from '../../core/flows/mfa/register.ts'
import { startMfa } from '../../core/flows/mfa/start.ts'
import type { Assertion } from '../../core/ports/ceremonies.ts'
import { recognizeDevice } from '../../core/use-cases/devices/recognize.ts'
import { verifyTrustItems } from '../../core/use-cases/devices/trust.ts'
import type { HandlersOf, SessionCall } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { formatAction, merchantTrustIds, type TrustIds } from './mfa-actions.ts'

type Routes = (typeof currentApi)['routes']
type CompletedResponse = Output<Routes['mfaPasskeyAuth']>
type Ceremony = Pick<NonNullable<CompletedResponse['passkeyInfo']>, 'assertionResult' | 'creationResult'>

const formatNext = ({ kind, session, next }: MfaNext, trustIds: TrustIds = []): Output<Routes['mfaBegin']> => ({
  msg: 'Additional authentication is required.',
  msgCode: 'additional_auth_required',
  flow: kind,
  session,
  next: next.map((action) => formatAction(action, trustIds)),
})

/** The response of a step: to continue is an outcome of the core, and 401 only here. */
function toStepResponse(outcome: MfaOutcome, ceremony: Ceremony = {}) {
  if (outcome.outcome === 'next') return new CustomResponse(formatNext(outcome), {}, 401)
  return formatCompleted(outcome, ceremony)
}

const contentNames = { serverNonce: 'lNonce', hash: 'txHash' }

function formatCompleted({ kind, deviceId, passkey, tokens }: MfaCompletion, ceremony: Ceremony): CompletedResponse {
  return {
    flow: kind,
    ...tokens,
    deviceId,
    ...(passkey && {
      passkeyInfo: {
        passkeyId: passkey.id,
        aaguid: passkey.aaguid,
        publicKey: Buffer.from(passkey.publicKey).toString('base64url'),
        ...ceremony,
      },
    }),
  }
}

const openCurrentStep = ({ core, caller }: SessionCall) => openStep(core, { ...caller, contentNames })

async function verifyPasskeyStep(as: 'passkey:auth' | 'passkey:tx', assertionResult: Assertion, call: SessionCall) {
  const { core } = call
  const outcome = await verifyPasskeyFactor(core, await openCurrentStep(call), { as, assertion: assertionResult })
  return toStepResponse(outcome, { assertionResult })
}

export const mfa = {
  async mfaBegin({ body }, { core, application, userAgent }) {
    const { user, payload, paymentConfirmation, traceId, deviceInfo = {}, trustItems } = body
    const keys = await verifyTrustItems(core, trustItems)
    const next = await startMfa(core, {
      application,
      username: user?.username ?? '',
      usernameType: user?.usernameType ?? 'other',
      displayName: user?.displayName || user?.name,
      payload,
      paymentConfirmation,
      traceId,
      device: await recognizeDevice(core, { deviceInfo, keys, userAgent }),
    })
    return formatNext(next, payload === undefined ? [] : merchantTrustIds(trustItems, keys))
  },

  async mfaPayload({ body }, call) {
    return formatNext(await attachPayload(call.core, await openCurrentStep(call), body))
  },

  mfaPasskeyAuth: ({ body }, call) => verifyPasskeyStep('passkey:auth', body.assertionResult, call),

  mfaPasskeyTx: ({ body }, call) => verifyPasskeyStep('passkey:tx', body.assertionResult, call),

  async mfaPasskeyReg({ body: { creationResult } }, call) {
    const outcome = await registerPasskeyFactor(call.core, await openCurrentStep(call), creationResult)
    return toStepResponse(outcome, { creationResult })
  },

  async mfaOtpRequest({ body: { method, option } }, call) {
    const outcome = await requestFlowCode(call.core, await openCurrentStep(call), { method, option })
    return outcome.outcome === 'next' ? new CustomResponse(formatNext(outcome), {}, 401) : { session: outcome.session }
  },

  async mfaOtpVerify({ body }, call) {
    return toStepResponse(await verifyFlowCode(call.core, await openCurrentStep(call), body.otp))
  },

  async mfaThirdPartyVerify({ body }, call) {
    return toStepResponse(await verifyExternal(call.core, await openCurrentStep(call), body.token))
  },

  async mfaRefresh({ body: { refreshToken } }, { core, application }) {
    const audience = core.tokens.readAudience(refreshToken)
    const target = application ?? (audience === undefined ? undefined : await core.applications.findFresh(audience))
    if (!target) throw badRequest('Identify the application, or send one of its refresh tokens')
    return refreshTokens(core, target, refreshToken)
  },

  async externalAuthGrant({ body }, { core, caller }) {
    return { token: await issueExternalAuth(core, caller, body.username) }
  },
} satisfies HandlersOf<typeof mfaRoutes>
