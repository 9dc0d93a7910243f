/** The passkey and the code of a sign-in. */
export type SignInFactors = {
  /** The passkey that signed in itself; absent if its token only showed a code to another device. */
  passkey?: { isSynced: boolean; isUserVerified: boolean } | undefined
  /** The methods of a verified code, as the claim `amr` of its token lists them: `otp`, and `sms` if it was sent by SMS. */
  codeMethods?: readonly string[] | undefined
}

/** `amr` by RFC 8176 §2, `acr` by OpenID Connect EAP ACR Values 1.0 §2. */
export type Authentication = { amr: readonly string[]; acr: 'phr' | 'phrh' | undefined }

/**
 * How a user signed in, for tokens of OpenID clients. The key of a synced passkey is software (swk), and any other is in
 * hardware (hwk); using either takes the user's presence (user). Verifying the user makes a passkey two factors (mfa), as
 * does a code besides it. Only passkeys resist phishing (phr), and only those that can't leave their device are protected
 * by it (phrh).
 */
export function describeAuthentication({ passkey, codeMethods = [] }: SignInFactors): Authentication {
  if (!passkey) return { amr: [...codeMethods], acr: undefined }
  const { isSynced, isUserVerified } = passkey
  const isMultiFactor = isUserVerified || codeMethods.length > 0
  return {
    amr: [isSynced ? 'swk' : 'hwk', 'user', ...codeMethods, ...(isMultiFactor ? ['mfa'] : [])],
    acr: isSynced ? 'phr' : 'phrh',
  }
}

/** Whether a sign-in is what one of the requested contexts requires (OpenID Connect Core 1.0 §5.5.1.1). */
export const satisfiesAcr = (acr: Authentication['acr'], requested: readonly string[]): boolean =>
  requested.length === 0 || requested.some((one) => one === acr || (one === 'phr' && acr === 'phrh'))
