import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { findPayment } from '../../model/transactions/payment.ts'
import { findMfaAccount } from './account.ts'
import { type MfaCall, type MfaFlow, renewStep } from './flow.ts'
import { type MfaNext, offer } from './offer.ts'

/** The maximum number of UTF-8 bytes of a payload: it's part of the session, which is sent in a header. */
export const maxMfaPayload = 2_000

/** The payload that a page attaches. `paymentConfirmation`: the browser can show a payment. */
export type AttachedPayload = { payload: string; paymentConfirmation?: boolean | undefined }

/**
 * The fields of a flow with this payload, or without one.
 * @throws AppError bad_request: the payload is too long, or its payment is not as described
 */
export function toFlowPayload(
  application: Application,
  { payload, paymentConfirmation = false }: Partial<AttachedPayload> & { payload: string | undefined },
): Pick<MfaFlow, 'payload' | 'payment'> {
  const payment = paymentConfirmation && application.settings.paymentConfirmation
  if (payload !== undefined && payment) findPayment(application, payload)
  return { payload: payload === undefined ? undefined : packPayload(payload), ...(payment && { payment: true }) }
}

/** Encodes a payload for the session. */
function packPayload(payload: string): string {
  const bytes = Buffer.from(payload)
  if (bytes.length > maxMfaPayload)
    throw badRequest(
      `The payload has ${bytes.length} bytes in UTF-8; at most ${maxMfaPayload} are allowed. Send its hash instead.`,
    )
  return bytes.toString('base64url')
}

/**
 * Attaches a payload to a flow, or replaces it: the same step with another challenge. After a passkey signed a payload,
 * it can't change: the flow must attest nothing else.
 * @throws AppError bad_request: the payload is too long, or a passkey was used in the flow
 */
export async function attachPayload(
  core: Core,
  { application, flow }: MfaCall,
  attached: AttachedPayload,
): Promise<MfaNext> {
  if (flow.done.some(({ factor }) => factor === 'passkey:auth'))
    throw badRequest("A passkey was already used in this flow, so the payload can't be changed. Start a new flow.")
  const { payment, ...kept } = flow
  const changed = { ...kept, ...toFlowPayload(application, attached), challenge: core.random.text(32) }
  const account = await findMfaAccount(core, flow)
  return offer(core, { application, flow: renewStep(core, application, changed), account })
}
