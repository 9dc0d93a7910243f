import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Application } from '../model/applications/application.ts'
import type { AuthenticatorOutputs, ClientOutputs } from '../model/passkeys/extensions.ts'
import type { Payment } from '../model/transactions/payment.ts'

/** The result of `navigator.credentials.create()`; binary fields are base64url. */
export type Creation = {
  clientDataJSON: string
  attestationObject: string
  credentialId: string
  transports?: readonly string[]
  /** Not signed. */
  clientExtensionResults?: ClientOutputs
}

/** The result of `navigator.credentials.get()`; binary fields are base64url. */
export type Assertion = {
  clientDataJSON: string
  authenticatorData: string
  credentialId: string
  signature: string
  userHandle?: string
}

/** The requirements of the application and the session for a ceremony. */
export type CeremonyRequirements = { application: Application; challenge: string }

/** The further requirements of a session for an assertion. */
export type AssertionRequirements = {
  userHandleRequired: boolean
  userVerification: ApplicationSettings['userVerification']
  /** The payment that the browser must have shown: then only a payment is accepted, otherwise only a sign-in. */
  payment?: Payment | undefined
}

/** The content of a verified registration. */
export type VerifiedCreation = {
  credentialId: string
  publicKey: Uint8Array
  publicKeySpki: Uint8Array
  algorithm: number
  signCount: number
  aaguid: string
  backupEligible: boolean
  backedUp: boolean
  userVerified: boolean
  /** Outputs of authenticator extensions. */
  extensions?: AuthenticatorOutputs
  format: string
  /** Whether its attestation ends in a trust anchor. */
  trusted: boolean
}

/** The content of a verified assertion. */
export type VerifiedAssertion = {
  signCount: number
  backupEligible: boolean
  backedUp: boolean
  userVerified: boolean
  /** The handle that came with it, in canonical base64url. */
  userHandle: string | undefined
  /** The counter did not rise: the authenticator may have been cloned. */
  counterRegressed: boolean
  /** The passkey could be synced before and can't now, or the other way around. */
  backupEligibilityChanged: boolean
}

/** The stored half of an assertion. `userHandle` is base64url. */
export type StoredCredential = {
  id: string
  publicKeySpki: Uint8Array
  algorithm: number
  signCount: number
  backupEligible: boolean | 'unknown'
  userHandle: string
}

/**
 * Verifies ceremonies. Both methods throw AppError forbidden, whose cause names the failed step of WebAuthn Level 3 §7.
 */
export type Ceremonies = {
  /** `userPresence` is false only for a conditional create (§7.1). */
  verifyCreation(creation: Creation, requirements: CeremonyRequirements & { userPresence: boolean }): VerifiedCreation
  verifyAssertion(
    assertion: Assertion,
    credential: StoredCredential,
    requirements: CeremonyRequirements & AssertionRequirements,
  ): Promise<VerifiedAssertion>
}
