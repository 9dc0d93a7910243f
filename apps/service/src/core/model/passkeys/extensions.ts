import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import {
  type AuthenticatorHint,
  type CredProtectPolicy,
  credProtectPolicies,
} from '@thumbturn/contract/vocabulary/passkey-options.ts'

/** Outputs of authenticator extensions (CTAP 2.2 §12). `credProtect` is 1 to 3, in the order of its policies. */
export type AuthenticatorOutputs = { credProtect?: 1 | 2 | 3; minPinLength?: number; hmacSecret?: boolean }

/** Outputs of client extensions (WebAuthn Level 3 §10.1), which nothing signs. */
export type ClientOutputs = {
  credProps?: { rk?: boolean }
  largeBlob?: { supported?: boolean }
  prf?: { enabled?: boolean }
}

/**
 * The facts about a passkey from the extensions of its registration: `client` is what the browser reported,
 * `authenticator` what is in the authenticator data, which the attestation signed.
 */
export type PasskeyExtensions = {
  client?: { discoverable?: boolean; prf?: boolean; largeBlob?: boolean }
  authenticator?: AuthenticatorOutputs
}

/** The same with policies by their names. */
export type NamedExtensions = {
  client?: NonNullable<PasskeyExtensions['client']>
  authenticator?: Omit<AuthenticatorOutputs, 'credProtect'> & { credProtect?: CredProtectPolicy }
}

export function nameExtensions({ client, authenticator }: PasskeyExtensions): NamedExtensions {
  if (!authenticator) return { ...(client && { client }) }
  const { credProtect, ...others } = authenticator
  const policy = credProtect && credProtectPolicies[credProtect - 1]
  return { ...(client && { client }), authenticator: { ...others, ...(policy && { credProtect: policy }) } }
}

/** The reverse of `nameExtensions`. */
export function readExtensions({ client, authenticator }: NamedExtensions): PasskeyExtensions {
  if (!authenticator) return { ...(client && { client }) }
  const { credProtect: policy, ...others } = authenticator
  const credProtect = policy && ((credProtectPolicies.indexOf(policy) + 1) as 1 | 2 | 3)
  return { ...(client && { client }), authenticator: { ...others, ...(credProtect && { credProtect }) } }
}

/** The extensions that a registration requests. */
export type CreationExtensions = {
  credProps?: true
  credentialProtectionPolicy?: CredProtectPolicy
  enforceCredentialProtectionPolicy?: boolean
  minPinLength?: true
  largeBlob?: { support: 'preferred' }
  prf?: Record<string, never>
  payment?: { isPayment: true }
}

export function listCreationExtensions(settings: ApplicationSettings): CreationExtensions {
  const { extensions, credProtect, credProtectEnforced } = settings
  return {
    ...(extensions.includes('credProps') && { credProps: true }),
    ...(extensions.includes('credProtect') && {
      credentialProtectionPolicy: credProtect,
      enforceCredentialProtectionPolicy: credProtectEnforced,
    }),
    ...(extensions.includes('minPinLength') && { minPinLength: true }),
    ...(extensions.includes('largeBlob') && { largeBlob: { support: 'preferred' } }),
    // The keys that are derived from it are the page's choice.
    ...(extensions.includes('prf') && { prf: {} }),
  }
}

/** The extras that a sign-in requests besides the passkey; nothing by default. */
export type RequestExtras = { hints?: AuthenticatorHint[]; extensions?: { largeBlob: { read: true } } }

export const listRequestExtras = ({ hints, extensions }: ApplicationSettings): RequestExtras => ({
  ...toHints({ hints }),
  ...(extensions.includes('largeBlob') && { extensions: { largeBlob: { read: true } } }),
})

export const toHints = ({ hints }: Pick<ApplicationSettings, 'hints'>): { hints?: AuthenticatorHint[] } =>
  hints.length > 0 ? { hints: [...hints] } : {}

/**
 * Describes a registration by its extensions; undefined if nothing. Values of another type than the standard's are left
 * out.
 */
export function describeExtensions(
  client: ClientOutputs | undefined,
  authenticator: AuthenticatorOutputs | undefined,
): PasskeyExtensions | undefined {
  const reported = keepBooleans({
    discoverable: client?.credProps?.rk,
    prf: client?.prf?.enabled,
    largeBlob: client?.largeBlob?.supported,
  })
  const isReported = Object.keys(reported).length > 0
  if (!isReported && !authenticator) return undefined
  return { ...(isReported && { client: reported }), ...(authenticator && { authenticator }) }
}

function keepBooleans<Name extends string>(values: Record<Name, unknown>): Partial<Record<Name, boolean>> {
  const kept = Object.entries(values).filter(([, value]) => typeof value === 'boolean')
  return Object.fromEntries(kept) as Partial<Record<Name, boolean>>
}

/** Why a registration doesn't have the credential protection that its application requires; undefined if it has. */
export function findMissingProtection(
  { extensions, credProtect, credProtectEnforced }: ApplicationSettings,
  authenticator: AuthenticatorOutputs | undefined,
): string | undefined {
  if (!credProtectEnforced || !extensions.includes('credProtect')) return undefined
  const policy = authenticator?.credProtect
  if (policy !== undefined && policy > credProtectPolicies.indexOf(credProtect)) return undefined
  return `the authenticator confirmed no credential protection as strict as ${credProtect}`
}
