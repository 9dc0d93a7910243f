import { formatDeviceName } from '../../use-cases/devices/identify.ts'
import type { VerifiedFactor } from './flow.ts'
import type { MfaCompletion } from './outcome.ts'

/** A verified factor, and what verified it. */
export type AuthFactor = { id: string; val: string }

/** The facts that a completed flow attests: the verified factors, the payload, and the passkeys' signatures over it. */
export type MfaStatement = {
  authFactors: Partial<Record<'passkey' | 'otpEmail' | 'otpSms' | 'external' | 'deviceId' | 'trustId', AuthFactor>>
  content?: string
  contentSignatures: readonly Readonly<Record<string, string>>[]
}

const nameByFactor = {
  'passkey:auth': 'passkey',
  'passkey:reg': 'passkey',
  'otp:email': 'otpEmail',
  'otp:sms': 'otpSms',
  external: 'external',
} as const satisfies Record<VerifiedFactor['factor'], keyof MfaStatement['authFactors']>

export function createStatement(
  { flow, deviceId }: Pick<MfaCompletion, 'flow' | 'deviceId'>,
  contentSignatures: MfaStatement['contentSignatures'],
): MfaStatement {
  const { done, payload, device, thumbprints } = flow
  const [thumbprint] = thumbprints
  const factors = done.map(({ factor, id, value }) => [nameByFactor[factor], { id, val: value }])
  return {
    authFactors: {
      ...Object.fromEntries(factors),
      deviceId: { id: deviceId, val: formatDeviceName(device) },
      // The key that the browser proved to hold when the flow started (RFC 7638).
      ...(thumbprint !== undefined && { trustId: { id: thumbprint, val: 'jwk' } }),
    },
    ...(payload !== undefined && { content: Buffer.from(payload, 'base64url').toString() }),
    contentSignatures,
  }
}
