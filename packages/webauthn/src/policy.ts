/** Switches that both ceremonies know. Each strict default may be turned off by an explicit `false`. */
export type CeremonyPolicy = {
  /** refuse a malformed `tokenBinding` (reserved in Level 3, malformed ones are sent by conformance tests only) */
  strictTokenBinding?: boolean
  /** refuse client data in which a member occurs twice */
  strictDuplicateKeys?: boolean
  /** refuse wrong JSON types of optional members (`crossOrigin`, `topOrigin`) */
  strictTypes?: boolean
  /**
   * refuse CBOR that is not in CTAP2 canonical form, and unknown members of the attestation object; the default
   * 'any-order' passes over the order of keys in the attestation object, which clients on Windows are known to break
   */
  strictCbor?: boolean | 'any-order'
}

/** What the relying party decides about registrations. Everything left out has the strict default given in brackets. */
export type RegistrationPolicy = CeremonyPolicy & {
  /** milliseconds since 1970; without it no certificate is valid */
  now?: number
  /** supported statement formats [none, packed, tpm, android-key, apple, fido-u2f] */
  formats?: readonly string[]
  /** certificates (DER) that end a chain, for every model or looked up for the format and model at hand [none] */
  trustAnchors?: readonly Uint8Array[] | ((format: string, aaguid: string) => readonly Uint8Array[])
  /** an x5c statement that ends in no anchor: refuse it, or go on with `trusted: false` ['reject'] */
  untrustedAttestation?: 'reject' | 'none'
  /** [true] */
  acceptNone?: boolean
  /** [true] */
  acceptSelf?: boolean
  /** only credentials that can (`synced`) or cannot (`device-bound`) be backed up ['any'] */
  backupEligibility?: 'any' | 'device-bound' | 'synced'
  /** COSE keys hold the required members and no other [true] */
  strictCose?: boolean
  /** refuse weak keys: RSA outside 2048–8192 bits or with a bad exponent, Edwards points of small order [true] */
  strictKeys?: boolean
  /** refuse the empty credential id [true] */
  strictCredentialId?: boolean
  /** the id beside the response must be the one in the authenticator data [true] */
  strictOuterId?: boolean
  /** attestation statements hold the members of their format and no other [true] */
  strictStatement?: boolean
  /** packed and tpm leaf certificates must carry Basic Constraints [true] */
  strictBasicConstraints?: boolean
  /** honour path length constraints [true] */
  strictPathLen?: boolean
  /** the curve of an attestation key must be the one that Level 3 binds to its algorithm [true] */
  strictAttestationAlg?: boolean
  /** most certificates in x5c [8] */
  maxChain?: number
  /** refuse a root inside x5c; android-key chains have always carried theirs and are exempt [true] */
  rejectRootInX5c?: boolean
  /** fido-u2f statements come with an all-zero AAGUID [true] */
  u2fZeroAaguid?: boolean
  /** TPM manufacturers, as `id:` and 8 hex digits [the vendor registry of the TCG] */
  tpmVendors?: readonly string[]
  /** refuse bytes after the TPM structures [true] */
  strictTpm?: boolean
  /**
   * TPM statements under RS1 (SHA-1), as Windows Hello makes them: accept them like any other, or with
   * `trusted: false` at most ('unverified'), which `untrustedAttestation: 'reject'` rejects [false]
   */
  tpmSha1?: boolean | 'unverified'
  /** android-key: believe what the trusted environment enforces only, not what software says [true] */
  androidTeeOnly?: boolean
  /** android-key: origin GENERATED and purpose SIGN must be stated [true] */
  androidRequireOrigin?: boolean
  /** support the compound format [false] */
  compound?: boolean
  /** how many statements of a compound one must verify ['all'] */
  compoundRule?: 'all' | 'any'
}

/** What the relying party decides about assertions. */
export type AssertionPolicy = CeremonyPolicy & {
  /** a counter that did not rise: refuse, or go on with `counterRegressed: true` ['refuse'] */
  counter?: 'refuse' | 'flag'
}

/** A policy with every default filled in. */
export type Settled<P> = Required<P>

const strictCeremony: Settled<CeremonyPolicy> = {
  strictTokenBinding: true,
  strictDuplicateKeys: true,
  strictTypes: true,
  strictCbor: 'any-order',
}

const strictRegistration: Settled<RegistrationPolicy> = {
  ...strictCeremony,
  now: Number.NaN,
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

const strictAssertion: Settled<AssertionPolicy> = { ...strictCeremony, counter: 'refuse' }

/** The policy of a registration with its defaults. */
export const registrationPolicy = (policy?: RegistrationPolicy) => settle(strictRegistration, policy)

/** The policy of an assertion with its defaults. */
export const assertionPolicy = (policy?: AssertionPolicy) => settle(strictAssertion, policy)

// Not a spread: `{ strictCbor: undefined }` must keep the strict default, not switch it off.
function settle<P extends object>(defaults: P, policy: Partial<P> | undefined): P {
  if (!policy) return defaults
  const settled = { ...defaults }
  for (const key of Object.keys(defaults) as (keyof P)[]) {
    const chosen = policy[key]
    if (chosen !== undefined) settled[key] = chosen as P[keyof P]
  }
  return settled
}
