/** The flags byte of authenticator data (#authdata-flags); bits 1 and 5 are reserved and ignored. */
export const flag = {
  userPresent: 0x01,
  userVerified: 0x04,
  backupEligible: 0x08,
  backedUp: 0x10,
  attestedCredential: 0x40,
  extensions: 0x80,
} as const

/** The flags that the relying party acts on. */
export type Flags = { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backedUp: boolean }

/** Reads the flags that a relying party acts on. */
export const readFlags = (byte: number): Flags => ({
  userPresent: (byte & flag.userPresent) !== 0,
  userVerified: (byte & flag.userVerified) !== 0,
  backupEligible: (byte & flag.backupEligible) !== 0,
  backedUp: (byte & flag.backedUp) !== 0,
})
