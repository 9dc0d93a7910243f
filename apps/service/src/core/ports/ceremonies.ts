import type { Application, ApplicationSettings } from '../model/applications/application.ts'

/** The answer of `navigator.credentials.create()`, binary members as base64url. */
export type Creation = {
  clientDataJSON: string
  attestationObject: string
  credentialId: string
  transports?: readonly string[]
}

/** The answer of `navigator.credentials.get()`, binary members as base64url. */
export type Assertion = {
  clientDataJSON: string
  authenticatorData: string
  credentialId: string
  signature: string
  userHandle?: string
}

/** What this application and this session demand of a ceremony. */
export type Demands = { application: Application; challenge: string }

/** What a session demands of an assertion beyond that. */
export type AssertionDemands = {
  userHandleRequired: boolean
  userVerification: ApplicationSettings['userVerification']
}

/** What a registration that passed every step says. */
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
  format: string
}

/** What an assertion that passed every step says. */
export type VerifiedAssertion = {
  signCount: number
  backedUp: boolean
  userVerified: boolean
  /** The counter did not rise: the authenticator may have been cloned. */
  counterRegressed: boolean
}

/** The stored half of an assertion. `userHandle` is base64url. */
export type StoredCredential = {
  id: string
  publicKeySpki: Uint8Array
  algorithm: number
  signCount: number
  backupEligible: boolean
  userHandle: string
}

/** Judges ceremonies. Both refuse with AppError forbidden, its cause naming the failed step of WebAuthn Level 3 §7. */
export type Ceremonies = {
  /** `userPresence` false only for a conditional create (§7.1). */
  verifyCreation(creation: Creation, demands: Demands & { userPresence: boolean }): VerifiedCreation
  verifyAssertion(
    assertion: Assertion,
    credential: StoredCredential,
    demands: Demands & AssertionDemands,
  ): Promise<VerifiedAssertion>
}
