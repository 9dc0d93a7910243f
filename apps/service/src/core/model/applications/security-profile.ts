import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { AppError } from '../../errors.ts'
import type { Application } from './application.ts'
import { parseMfaPolicy } from './mfa-policy.ts'

type Rule<Value> = { preset: Value; allows(value: Value): boolean }
type Rules = { [Name in keyof ApplicationSettings]?: Rule<ApplicationSettings[Name]> }

const only = <const Value>(preset: Value): Rule<Value> => ({
  preset,
  allows: (value) => JSON.stringify(value) === JSON.stringify(preset),
})

/** The requirements of OWASP ASVS 5.0 level 3 for an application. docs/asvs.md names the requirement of each. */
const asvsLevel3 = {
  registrationRequiresToken: only(true),
  enumeration: only('strict'),
  crossAuthMethods: { preset: [], allows: (methods) => methods.length === 0 },
  otpToUsername: only(false),
  emailLinkUrl: only(''),
  userVerification: only('required'),
  algorithms: { preset: [-7], allows: (algorithms) => !algorithms.includes(-257) },
  signCounter: only('reject'),
  backupEligibilityChange: only('reject'),
  attestation: { preset: 'direct', allows: (value) => value === 'direct' || value === 'enterprise' },
  attestationTrust: { preset: 'metadata', allows: (value) => value !== 'none' },
  attestationSha1: only(false),
  backupEligibility: only('device-bound'),
  notices: only(true),
  mfaPolicy: { preset: 'passkey', allows: requiresPasskey },
} satisfies Rules

/** Whether every combination of a policy has a passkey and no code. */
function requiresPasskey(text: string): boolean {
  const policy = parseMfaPolicy(text)
  if (typeof policy === 'string') return false
  return [...policy.signIn, ...policy.signUp].every(
    (factors) =>
      factors.some((factor) => factor.startsWith('passkey:')) && !factors.some((factor) => factor.startsWith('otp:')),
  )
}

type ProfileSetting = keyof typeof asvsLevel3
const names = Object.keys(asvsLevel3) as ProfileSetting[]

const isAllowed = (settings: ApplicationSettings, name: ProfileSetting) =>
  (asvsLevel3[name] as Rule<unknown>).allows(settings[name])

/** The settings that the application's security profile rejects, with what the profile would set. */
export function listProfileProblems(settings: ApplicationSettings): string[] {
  if (settings.securityProfile !== 'asvs-l3') return []
  return names
    .filter((name) => !isAllowed(settings, name))
    .map((name) => {
      const [value, preset] = [settings[name], asvsLevel3[name].preset].map((one) => JSON.stringify(one))
      return `the security profile asvs-l3 does not allow ${name} ${value}; use ${preset}`
    })
}

/** The settings with those that a profile sets when it is chosen, except where `chosen` says something else. */
export function applyProfile(settings: ApplicationSettings, chosen: Partial<ApplicationSettings> = {}) {
  if (chosen.securityProfile !== 'asvs-l3') return settings
  const presets = names
    .filter((name) => !(name in chosen) && !isAllowed(settings, name))
    .map((name) => [name, asvsLevel3[name].preset])
  return { ...settings, ...Object.fromEntries(presets) } as ApplicationSettings
}

/** Whether users of an application can authenticate with passkeys only. */
export const allowsOnlyPasskeys = ({ settings }: Pick<Application, 'settings'>) =>
  settings.securityProfile === 'asvs-l3'

/** @throws AppError forbidden: users of the application can authenticate with passkeys only */
export function rejectOtherFactors(application: Pick<Application, 'settings'>): void {
  if (allowsOnlyPasskeys(application))
    throw new AppError('forbidden', 'Users of this application can have passkeys only (security profile asvs-l3)')
}

/** Whether a passkey can be used: a profile can require what passkeys from before it don't have. */
export const allowsPasskey = (
  application: Pick<Application, 'settings'>,
  passkey: { backupEligible: boolean; attestationFormat: string },
) => !allowsOnlyPasskeys(application) || (!passkey.backupEligible && passkey.attestationFormat !== 'none')
