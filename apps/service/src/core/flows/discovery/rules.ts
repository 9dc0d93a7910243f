import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { Capabilities } from './capabilities.ts'

/** How likely a passkey of the user works on this device. */
export type Match = 'yes' | 'high_chance' | 'low_chance' | 'no'

/** The offer that a client should make: sign-up, nothing, another method or device, or the passkey. */
export type MatchResult = 'UserNotFound' | 'NoAuthMethod' | 'CrossAuth' | 'PasskeyLikely' | 'PasskeyFound'

/** The facts known about the device, and about the user's passkeys on it. */
export type DeviceContext = {
  capabilities: Capabilities
  /** IDs of this device under which the user has signed in: claimed, or proven by a trust key. */
  deviceIds: ReadonlySet<string>
  /** The vendor ecosystem of this device, if its operating system is known. */
  ecosystem: string | undefined
  /** Ecosystems of the devices on which a passkey was created or used. */
  listEcosystems(passkey: Passkey): readonly (string | undefined)[]
}

export type PasskeyRule = {
  name: string
  match: Match
  matchResult: MatchResult
  /**
   * Whether it's a guess, which a caller can exclude. The other rules depend on what this device has done or reports.
   */
  guess: boolean
  matches(passkey: Passkey, circumstances: DeviceContext): boolean
}

const roaming = ['usb', 'nfc', 'ble', 'smart-card']

/** Most authenticators that report no transports are phones and computers. */
const isSecurityKey = ({ transports }: Passkey) =>
  transports.length > 0 && transports.every((transport) => roaming.includes(transport))

const canBeOnPhone = ({ transports, backedUp }: Passkey) =>
  backedUp || transports.length === 0 || transports.includes('hybrid')

/** The first rule that matches any passkey decides. The website's page "Discovery rules" explains each. */
export const passkeyRules: readonly PasskeyRule[] = [
  {
    name: 'used-here',
    match: 'yes',
    matchResult: 'PasskeyFound',
    guess: false,
    matches: (passkey, { capabilities, deviceIds }) =>
      !isSecurityKey(passkey) &&
      (capabilities.platform || (capabilities.hybrid && canBeOnPhone(passkey))) &&
      [passkey.createdFromDeviceId, passkey.lastUsedFromDeviceId].some((id) => id !== undefined && deviceIds.has(id)),
  },
  {
    name: 'synced-in-ecosystem',
    match: 'high_chance',
    matchResult: 'PasskeyLikely',
    guess: true,
    matches: (passkey, { capabilities, ecosystem, listEcosystems }) =>
      passkey.backedUp &&
      capabilities.platform &&
      ecosystem !== undefined &&
      listEcosystems(passkey).includes(ecosystem),
  },
  { name: 'security-key', match: 'high_chance', matchResult: 'PasskeyLikely', guess: true, matches: isSecurityKey },
  {
    name: 'on-another-device',
    match: 'low_chance',
    matchResult: 'CrossAuth',
    guess: false,
    matches: (passkey, { capabilities }) => !isSecurityKey(passkey) && capabilities.hybrid && canBeOnPhone(passkey),
  },
]

/** Results when no rule matches any passkey. */
export const fallbackRules = {
  unknownUser: { name: 'unknown-user', match: 'no', matchResult: 'UserNotFound' },
  deactivatedUser: { name: 'deactivated-user', match: 'no', matchResult: 'NoAuthMethod' },
  codes: { name: 'codes', match: 'no', matchResult: 'CrossAuth' },
  nothing: { name: 'nothing', match: 'no', matchResult: 'NoAuthMethod' },
} as const satisfies Record<string, Pick<PasskeyRule, 'name' | 'match' | 'matchResult'>>
