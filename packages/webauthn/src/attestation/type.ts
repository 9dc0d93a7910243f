/** Attestation types of #sctn-attestation-types. */
export type AttestationType = 'none' | 'self' | 'basic' | 'attca' | 'anonca'
