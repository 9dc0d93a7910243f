import type { AuthenticatorHint } from '@thumbturn/contract/vocabulary/passkey-options.ts'
import type { Application } from '../../model/applications/application.ts'
import { type CreationExtensions, listCreationExtensions } from '../../model/passkeys/extensions.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import { shortenName } from '../../model/passkeys/short-name.ts'
import { type Descriptor, toDescriptors } from '../../use-cases/passkeys/decoys.ts'
import type { RegistrationFlow } from './flow.ts'

/** PublicKeyCredentialCreationOptionsJSON (WebAuthn Level 3 §5.1.8), as far as it's used here. */
export type CreationOptions = {
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  excludeCredentials: Descriptor[]
  authenticatorSelection: {
    authenticatorAttachment?: 'platform' | 'cross-platform'
    requireResidentKey: boolean
    residentKey: 'required' | 'preferred' | 'discouraged'
    userVerification: 'required' | 'preferred' | 'discouraged'
  }
  attestation: 'none' | 'indirect' | 'direct' | 'enterprise'
  hints?: AuthenticatorHint[]
  extensions: CreationExtensions
}

/** The authenticator that creates the passkey. `payment`: this device, and the passkey can confirm payments. */
type Authenticator = { existing: readonly Passkey[]; securityKey: boolean; payment?: boolean }

/** The options for the browser. `existing` are the user's passkeys, whose authenticators must not create another. */
export function toCreationOptions(
  { rpId, name, settings }: Application,
  { user, challenge }: RegistrationFlow,
  { existing, securityKey, payment: wantsPayment = false }: Authenticator,
): CreationOptions {
  const { algorithms, attestation, ceremonySeconds, residentKey, userVerification, paymentConfirmation } = settings
  const payment = wantsPayment && paymentConfirmation && !securityKey
  return {
    rp: { id: rpId, name: shortenName(name) },
    // The UUID is valid base64url as it is: the authenticator returns this very text as the user handle.
    user: { id: user.id, name: shortenName(user.username), displayName: shortenName(user.displayName) },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonySeconds * 1000,
    excludeCredentials: toDescriptors(existing),
    authenticatorSelection: {
      ...(securityKey && { authenticatorAttachment: 'cross-platform' as const }),
      requireResidentKey: residentKey === 'required',
      residentKey,
      userVerification,
      // Browsers create no other passkeys for payments (Secure Payment Confirmation §5).
      ...(payment && {
        authenticatorAttachment: 'platform' as const,
        residentKey: residentKey === 'discouraged' ? ('preferred' as const) : residentKey,
        userVerification: 'required' as const,
      }),
    },
    attestation,
    ...(settings.hints.length > 0 && { hints: listHints(settings, { securityKey, payment }) }),
    extensions: { ...listCreationExtensions(settings), ...(payment && { payment: { isPayment: true as const } }) },
  }
}

/** For browsers, a hint that contradicts the attachment takes precedence over it (WebAuthn Level 3 §5.8.7). */
function listHints(
  { hints }: Application['settings'],
  { securityKey, payment }: { securityKey: boolean; payment: boolean },
): AuthenticatorHint[] {
  if (securityKey) return ['security-key']
  return payment ? ['client-device'] : [...hints]
}
