import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import { findMfaAccount } from './account.ts'
import { type MfaCall, renewStep } from './flow.ts'
import { type MfaNext, offer } from './offer.ts'

/** The most bytes of a payload in UTF-8: it travels in the session, and the session in a header. */
export const maxMfaPayload = 2_000

/** A payload as a session keeps it. */
export function packPayload(payload: string): string {
  const bytes = Buffer.from(payload)
  if (bytes.length > maxMfaPayload)
    throw badRequest(
      `The payload has ${bytes.length} bytes in UTF-8; at most ${maxMfaPayload} are allowed. Send its hash instead.`,
    )
  return bytes.toString('base64url')
}

/**
 * Gives a flow something to sign, or something else: the same step with another challenge. What a passkey signed before
 * stays: the flow must attest nothing else.
 * @throws AppError bad_request: the payload is too long, or a passkey has been used in the flow
 */
export async function attachPayload(core: Core, { application, flow }: MfaCall, payload: string): Promise<MfaNext> {
  if (flow.done.some(({ factor }) => factor === 'passkey:auth'))
    throw badRequest("A passkey was already used in this flow, so the payload can't be changed. Start a new flow.")
  const changed = { ...flow, payload: packPayload(payload), challenge: core.random.text(32) }
  const account = await findMfaAccount(core, flow)
  return offer(core, { application, flow: renewStep(core, application, changed), account })
}
