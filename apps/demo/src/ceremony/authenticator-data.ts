import { toHex } from '../bytes.ts'

/** Authenticator data (WebAuthn §6.1). */
export type AuthenticatorData = {
  rpIdHash: string
  userPresent: boolean
  userVerified: boolean
  backupEligible: boolean
  backedUp: boolean
  signCount: number
  /** The authenticator model; only when a passkey was created. */
  aaguid?: string
}

const flag = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

/** Parses authenticator data: 32 bytes of hash, 1 of flags, 4 of counter, then the new credential. */
export function readAuthenticatorData(bytes: Uint8Array<ArrayBuffer>): AuthenticatorData {
  const flags = bytes[32] ?? 0
  return {
    rpIdHash: toHex(bytes.subarray(0, 32)),
    userPresent: Boolean(flags & flag.userPresent),
    userVerified: Boolean(flags & flag.userVerified),
    backupEligible: Boolean(flags & flag.backupEligible),
    backedUp: Boolean(flags & flag.backedUp),
    signCount: new DataView(bytes.buffer).getUint32(33),
    aaguid: flags & flag.attested ? formatUuid(toHex(bytes.subarray(37, 53))) : undefined,
  }
}

const formatUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
