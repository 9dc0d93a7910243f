import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'

/**
 * Settings of the installation's own application that protect its members: only an invitation leads to an account, and
 * only a passkey signs in.
 */
export const ownSettings = {
  registrationRequiresToken: true,
  enumeration: 'strict',
  crossAuthMethods: [],
  fallbackMethods: [],
  otpToUsername: false,
  userVerification: 'required',
  mfaPolicy: 'passkey',
  refreshTokens: false,
} as const satisfies Partial<ApplicationSettings>

/** The names of those that have another value. */
export const listChangedOwnSettings = (settings: ApplicationSettings): (keyof typeof ownSettings)[] =>
  (Object.keys(ownSettings) as (keyof typeof ownSettings)[]).filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(ownSettings[name]),
  )
