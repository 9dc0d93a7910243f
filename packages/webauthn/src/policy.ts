/** Switches of both ceremonies. An explicit `false` turns off a strict default. */
export type CeremonyPolicy = {
  /** reject a `tokenBinding` that no draft of Level 1 allowed (reserved in Level 3; only conformance tests send such) */
  strictTokenBinding?: boolean
  /** reject client data with duplicate fields */
  strictDuplicateKeys?: boolean
  /** reject wrong JSON types of optional fields (`crossOrigin`, `topOrigin`) */
  strictTypes?: boolean
  /**
   * reject CBOR that is not in CTAP2 canonical form, and unknown fields of the attestation object; the default
   * 'any-order' ignores the order of keys in the attestation object, which clients on Windows are known to break, and in
   * extension outputs, which older security keys break
   */
  strictCbor?: boolean | 'any-order'
}

/** The relying party's policy for registrations. Defaults are strict and given in brackets. */
export type RegistrationPolicy = CeremonyPolicy & {
  /** milliseconds since 1970; without it no certificate is valid */
  now?: number
  /**
   * verify the attestation statement, or ignore it: then every registration counts as one of format none, and nothing of the
   * statement is read; for relying parties that asked for none ['verify']
   */
  attestation?: 'verify' | 'ignore'
  /** supported statement formats [none, packed, tpm, android-key, apple, fido-u2f] */
  formats?: readonly string[]
  /** certificates (DER) that end a chain, for every model or looked up by format and model [none] */
  trustAnchors?: readonly Uint8Array[] | ((format: string, aaguid: string) => readonly Uint8Array[])
  /** an x5c statement that ends in no anchor: reject it, or continue with `trusted: false` ['reject'] */
  untrustedAttestation?: 'reject' | 'none'
  /** [true] */
  acceptNone?: boolean
  /** [true] */
  acceptSelf?: boolean
  /** only credentials that can (`synced`) or cannot (`device-bound`) be backed up ['any'] */
  backupEligibility?: 'any' | 'device-bound' | 'synced'
  /** COSE keys have the required fields only [true] */
  strictCose?: boolean
  /** reject weak keys: RSA outside 2048–8192 bits or with a bad exponent, Edwards points of small order [true] */
  strictKeys?: boolean
  /** reject the empty credential ID [true] */
  strictCredentialId?: boolean
  /** the ID next to the response must equal the one in the authenticator data [true] */
  strictOuterId?: boolean
  /** attestation statements have the fields of their format only [true] */
  strictStatement?: boolean
  /** packed and tpm leaf certificates must carry Basic Constraints [true] */
  strictBasicConstraints?: boolean
  /** honor path length constraints [true] */
  strictPathLen?: boolean
  /** the curve of an attestation key must be the one that Level 3 binds to its algorithm [true] */
  strictAttestationAlg?: boolean
  /** maximum certificates in x5c [8] */
  maxChain?: number
  /** reject a root inside x5c; android-key chains, which always contain theirs, are exempt [true] */
  rejectRootInX5c?: boolean
  /** fido-u2f statements have an all-zero AAGUID [true] */
  u2fZeroAaguid?: boolean
  /** TPM manufacturers, as `id:` and 8 hex digits [the vendor registry of the TCG] */
  tpmVendors?: readonly string[]
  /** reject bytes after the TPM structures [true] */
  strictTpm?: boolean
  /**
   * TPM statements under RS1 (SHA-1), as created by Windows Hello: accept them like any other, or with `trusted: false`
   * at most ('unverified'), which `untrustedAttestation: 'reject'` rejects [false]
   */
  tpmSha1?: boolean | 'unverified'
  /** android-key: trust only what the trusted environment enforces, not software [true] */
  androidTeeOnly?: boolean
  /** android-key: require origin GENERATED and purpose SIGN [true] */
  androidRequireOrigin?: boolean
  /** support the compound format [false] */
  compound?: boolean
  /** how many statements of a compound must verify ['all'] */
  compoundRule?: 'all' | 'any'
}

/** The relying party's policy for assertions. */
export type AssertionPolicy = CeremonyPolicy & {
  /** a counter that did not increase: reject, or continue with `counterRegressed: true` ['reject'] */
  counter?: 'reject' | 'flag'
  /** a backup eligibility other than the stored one: reject, or continue with `backupEligibilityChanged: true` ['reject'] */
  backupEligibilityChange?: 'reject' | 'flag'
}

/** A policy with every default filled in. */
export type FullPolicy<P> = Required<P>

const strictCeremony: FullPolicy<CeremonyPolicy> = {
  strictTokenBinding: true,
  strictDuplicateKeys: true,
  strictTypes: true,
  strictCbor: 'any-order',
}

const strictRegistration: FullPolicy<RegistrationPolicy> = {
  ...strictCeremony,
  now: Number.NaN,
  attestation: 'verify',
  formats: ['none', 'packed', 'tpm', 'android-key', 'apple', 'fido-u2f'],
  trustAnchors: [],
  untrustedAttestation: 'reject',
  acceptNone: true,
  acceptSelf: true,
  backupEligibility: 'any',
  strictCose: true,
  strictKeys: true,
  strictCredentialId: true,
  strictOuterId: true,
  strictStatement: true,
  strictBasicConstraints: true,
  strictPathLen: true,
  strictAttestationAlg: true,
  maxChain: 8,
  rejectRootInX5c: true,
  u2fZeroAaguid: true,
  tpmVendors: [],
  strictTpm: true,
  tpmSha1: false,
  androidTeeOnly: true,
  androidRequireOrigin: true,
  compound: false,
  compoundRule: 'all',
}

const strictAssertion: FullPolicy<AssertionPolicy> = {
  ...strictCeremony,
  counter: 'reject',
  backupEligibilityChange: 'reject',
}

/** The policy of a registration, with defaults. */
export const registrationPolicy = (policy?: RegistrationPolicy) => settle(strictRegistration, policy)

/** The policy of an assertion, with defaults. */
export const assertionPolicy = (policy?: AssertionPolicy) => settle(strictAssertion, policy)

// Not a spread: `{ strictCbor: undefined }` must keep the strict default.
function settle<P extends object>(defaults: P, policy: Partial<P> | undefined): P {
  if (!policy) return defaults
  const settled = { ...defaults }
  for (const key of Object.keys(defaults) as (keyof P)[]) {
    const chosen = policy[key]
    if (chosen !== undefined) settled[key] = chosen as P[keyof P]
  }
  return settled
}
