import { reject } from '../errors.ts'
import type { Expectations } from '../expected.ts'
import type { CeremonyPolicy, FullPolicy } from '../policy.ts'
import type { ClientData } from './client-data.ts'

/** Where the ceremony ran, according to the client. */
export type Place = { origin: string; topOrigin?: string }

/**
 * Compares the client data with the expected values: type, challenge, origin, crossOrigin, topOrigin, in the order of
 * #sctn-registering-a-new-credential and #sctn-verifying-assertion.
 * @throws WebAuthnError type, challenge, origin, cross_origin, top_origin, client_data
 */
export function judgeClientData(
  clientData: ClientData,
  expected: Expectations & { type: 'webauthn.create' | 'webauthn.get' | 'payment.get' },
  policy: FullPolicy<CeremonyPolicy>,
): Place {
  if (clientData.type !== expected.type) reject('type', `client data is not of type ${expected.type}`)
  requireChallenge(clientData, expected)
  const origin = requireOrigin(clientData, expected)
  if (policy.strictTypes) requireTypes(clientData)
  requireFrame(clientData, expected)
  const topOrigin = requireTopOrigin(clientData, expected)
  return topOrigin === undefined ? { origin } : { origin, topOrigin }
}

// Compares texts rather than bytes: clients write unpadded base64url only.
function requireChallenge({ challenge }: ClientData, expected: Expectations): void {
  if (challenge !== expected.challenge || challenge === '') reject('challenge', 'the challenge is not the issued one')
}

function requireOrigin({ origin }: ClientData, { origins }: Expectations): string {
  if (typeof origin !== 'string') reject('origin', 'the client data names no origin')
  if (!origins.includes(origin)) {
    reject('origin', `origin ${quoted(origin)} is not allowed; allowed: ${origins.join(', ')}`)
  }
  return origin
}

function requireTypes({ crossOrigin, topOrigin }: ClientData): void {
  if (crossOrigin !== undefined && typeof crossOrigin !== 'boolean') reject('client_data', 'crossOrigin is no boolean')
  if (topOrigin !== undefined && typeof topOrigin !== 'string') reject('client_data', 'topOrigin is no text')
}

function requireFrame({ crossOrigin }: ClientData, expected: Expectations): void {
  if (crossOrigin === true && expected.crossOrigin !== true) {
    reject('cross_origin', 'the ceremony ran in a frame of another origin, which is not allowed')
  }
}

function requireTopOrigin({ topOrigin, crossOrigin }: ClientData, expected: Expectations): string | undefined {
  if (typeof topOrigin !== 'string') return undefined
  if (crossOrigin !== true) reject('top_origin', 'topOrigin is named although crossOrigin is not true')
  if (!expected.topOrigins?.includes(topOrigin)) reject('top_origin', `topOrigin ${quoted(topOrigin)} is not allowed`)
  return topOrigin
}

// Untrusted text goes into the message quoted and truncated.
const quoted = (text: string) => JSON.stringify(text.slice(0, 120))
