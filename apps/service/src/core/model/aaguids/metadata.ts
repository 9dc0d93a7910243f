import type { CertificationLevel, KeyProtection } from '@thumbturn/contract/vocabulary/certification.ts'

/** The FIDO Metadata Service's statement about an authenticator model. */
export type Statement = {
  /** Lowercase UUID text. */
  aaguid: string
  name: string
  /** A data: URI of an image that can be passed on, if there is one. */
  icon: string | undefined
  iconDark: string | undefined
  /** compromised: its attestations and keys are not trustworthy. */
  status: 'good' | 'compromised'
  /** The status report that made it compromised, such as REVOKED. */
  report: string | undefined
  /** The level of its certification; undefined if it has none, or is compromised. */
  certification: CertificationLevel | undefined
  /** How it protects its keys. */
  keyProtection: readonly KeyProtection[]
  /** The status reports that are in effect, oldest first; `effectiveDate` is YYYY-MM-DD. */
  reports: readonly { status: string; effectiveDate?: string }[]
  /** Kinds of attestation that the model supports: basic_full, basic_surrogate, attca, anonca … */
  attestationTypes: readonly string[]
  /** COSE identifiers of the algorithms of its credentials, as far as COSE defines them. */
  algorithms: readonly number[]
}

/** The age of the list, and what prevents an update. */
export type MetadataState = {
  /** The serial number of the list in use; absent if there is none. */
  no?: number
  /** The day (YYYY-MM-DD) by which the publisher promised the next list. */
  nextUpdate?: string
  models: number
  /** That day has passed, and no newer list could be loaded. */
  stale: boolean
  /** Why the last attempt to load the list failed. */
  problem?: string
}

/** The metadata of authenticator models, held in memory; empty if the installation uses none. */
export type Metadata = {
  /**
   * Certificates (DER) in which a chain of that format and model can end; none for unknown and compromised models. The
   * byte arrays stay the same as long as the list does.
   */
  trustAnchors(format: string, aaguid: string): readonly Uint8Array[]
  findStatement(aaguid: string): Statement | undefined
  listed(): Statement[]
  state(): MetadataState
}
