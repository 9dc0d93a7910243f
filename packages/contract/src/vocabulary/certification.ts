/** Levels of FIDO's certification of authenticators, in ascending order. */
export const certificationLevels = ['L1', 'L1+', 'L2', 'L2+', 'L3', 'L3+'] as const

export type CertificationLevel = (typeof certificationLevels)[number]

/** How a model protects its keys (FIDO Registry of Predefined Values §3.2). */
export const keyProtections = ['software', 'hardware', 'tee', 'secure_element', 'remote_handle'] as const

export type KeyProtection = (typeof keyProtections)[number]

/** compromised: attestations and keys of the model are not trustworthy. */
export const modelStatuses = ['good', 'compromised'] as const

/** Whether a model with this level, if it has one, has at least the other. */
export const hasLevel = (level: CertificationLevel | undefined, minimum: CertificationLevel): boolean =>
  level !== undefined && certificationLevels.indexOf(level) >= certificationLevels.indexOf(minimum)
