import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { Capabilities } from './capabilities.ts'

/** How likely a passkey of the user works on this device. */
export type Match = 'yes' | 'high_chance' | 'low_chance' | 'no'

/** What a client should offer: sign-up, nothing, another way or device, or the passkey. */
export type MatchResult = 'UserNotFound' | 'NoAuthMethod' | 'CrossAuth' | 'PasskeyLikely' | 'PasskeyFound'

/** What is known of the device that asks, and of the user's passkeys on it. */
export type DeviceContext = {
  capabilities: Capabilities
  /** Ids of this device, as far as the user has signed in on it: claimed, or proved by a trust key. */
  deviceIds: ReadonlySet<string>
  /** The maker's ecosystem that this device belongs to, where its system is known. */
  ecosystem: string | undefined
  /** Ecosystems of the devices that a passkey was made or used on. */
  listEcosystems(passkey: Passkey): readonly (string | undefined)[]
}

export type PasskeyRule = {
  name: string
  match: Match
  matchResult: MatchResult
  /** A guess, which a caller may ask to leave out; the others rest on what this device has done or says. */
  guess: boolean
  matches(passkey: Passkey, circumstances: DeviceContext): boolean
}

const roaming = ['usb', 'nfc', 'ble', 'smart-card']

/** Authenticators that state no transports are taken for those of phones and computers, as most are. */
const isSecurityKey = ({ transports }: Passkey) =>
  transports.length > 0 && transports.every((transport) => roaming.includes(transport))

const canBeOnPhone = ({ transports, backedUp }: Passkey) =>
  backedUp || transports.length === 0 || transports.includes('hybrid')

/** The first rule that any passkey fits decides. docs/discovery.md explains each. */
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

/** What holds where no passkey fits any rule. */
export const fallbackRules = {
  unknownUser: { name: 'unknown-user', match: 'no', matchResult: 'UserNotFound' },
  deactivatedUser: { name: 'deactivated-user', match: 'no', matchResult: 'NoAuthMethod' },
  codes: { name: 'codes', match: 'no', matchResult: 'CrossAuth' },
  nothing: { name: 'nothing', match: 'no', matchResult: 'NoAuthMethod' },
} as const satisfies Record<string, Pick<PasskeyRule, 'name' | 'match' | 'matchResult'>>
