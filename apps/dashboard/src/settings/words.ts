import { formatSeconds } from '../ui/times.ts'
import type { SettingName } from './groups.ts'

/** Values that don't explain themselves, in words. */
const words: Partial<Record<SettingName, Record<string, string>>> = {
  enumeration: { open: 'Open', strict: 'Strict' },
  fallbackMethods: { ciam: 'Your own sign-in (ciam)' },
  crossAuthMethods: { otp: 'Shown on a signed-in device', 'otp:sms': 'By SMS', 'otp:email': 'By email' },
  userVerification: { required: 'Required', preferred: 'Preferred', discouraged: 'Discouraged' },
  residentKey: { required: 'Required', preferred: 'Preferred', discouraged: 'Discouraged' },
  algorithms: {
    '-7': 'ES256 (−7)',
    '-8': 'EdDSA (−8)',
    '-35': 'ES384 (−35)',
    '-36': 'ES512 (−36)',
    '-48': 'ML-DSA-44 (−48)',
    '-49': 'ML-DSA-65 (−49)',
    '-50': 'ML-DSA-87 (−50)',
    '-257': 'RS256 (−257)',
  },
  hints: { 'security-key': 'Security key', 'client-device': 'This device', hybrid: 'Phone' },
  extensions: {
    credProps: 'Discoverability (credProps)',
    credProtect: 'Credential protection (credProtect)',
    minPinLength: 'PIN length (minPinLength)',
    largeBlob: 'Stored data (largeBlob)',
    prf: 'Derived keys (prf)',
  },
  credProtect: {
    userVerificationOptional: 'User verification optional',
    userVerificationOptionalWithCredentialIDList: 'Optional with a username',
    userVerificationRequired: 'User verification required',
  },
  signCounter: { reject: 'Reject', flag: 'Flag' },
  backupEligibilityChange: { reject: 'Reject', flag: 'Flag' },
  attestation: { none: 'None', indirect: 'Indirect', direct: 'Direct', enterprise: 'Enterprise' },
  minCertificationLevel: { none: 'None' },
  attestationTrust: { none: 'Any', anchors: 'Trust anchors', metadata: 'FIDO metadata' },
  securityProfile: { standard: 'Standard', 'asvs-l3': 'OWASP ASVS 5.0 level 3' },
  backupEligibility: { any: 'Any', 'device-bound': 'Device-bound only', synced: 'Synced only' },
  locale: { 'en-US': 'English', 'zh-CN': '简体中文', 'es-ES': 'Español' },
}

/** A choice as it is shown. */
export const nameChoice = (setting: SettingName, value: string | number): string =>
  words[setting]?.[String(value)] ?? String(value)

/** The unit of a number, and the number in words where that helps: 2592000 is 30 days. */
export function explainNumber(setting: SettingName, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined
  if (setting.endsWith('Seconds')) return value < 60 ? 'seconds' : `seconds = ${formatSeconds(value)}`
  return setting.endsWith('Days') ? 'days' : undefined
}

/** A default as it is shown next to its setting. */
export function formatDefault(setting: SettingName, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number' && setting.endsWith('Seconds')) return formatSeconds(value)
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((item) => nameChoice(setting, item)).join(', ')
  return value === ''
    ? 'none'
    : typeof value === 'string'
      ? nameChoice(setting, value)
      : Number(value).toLocaleString('en')
}
