/** What the FIDO Metadata Service says of one authenticator model. */
export type Statement = {
  /** Lower-case UUID text. */
  aaguid: string
  name: string
  /** A data: URI of an image, where there is one that we pass on. */
  icon: string | undefined
  iconDark: string | undefined
  /** compromised: its attestations and keys are not to be relied on. */
  status: 'good' | 'compromised'
  /** The status report that made it compromised, such as REVOKED. */
  report: string | undefined
  /** Kinds of attestation that the model makes: basic_full, basic_surrogate, attca, anonca … */
  attestationTypes: readonly string[]
  /** COSE numbers of the algorithms that its credentials use, as far as COSE has numbers for them. */
  algorithms: readonly number[]
}

/** How old the list is, and what keeps it from being newer. */
export type MetadataState = {
  /** The serial number of the list in use; absent when there is none. */
  no?: number
  /** The day (YYYY-MM-DD) by which its publisher promised the next one. */
  nextUpdate?: string
  models: number
  /** That day has passed, and nothing newer could be had. */
  stale: boolean
  /** Why the last attempt to load it failed, in words. */
  problem?: string
}

/** The metadata of authenticator models, held in memory. Empty where the installation uses none. */
export type Metadata = {
  /**
   * Certificates (DER) in which a chain of that format and model may end; none for models that are unknown or
   * compromised. The arrays of bytes stay the same as long as the list does.
   */
  trustAnchors(format: string, aaguid: string): readonly Uint8Array[]
  findStatement(aaguid: string): Statement | undefined
  listed(): Statement[]
  state(): MetadataState
}
