import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'

/**
 * The settings with those that a level of certification needs, which only an attested model proves, if a level is chosen; except
 * where `chosen` says something else.
 */
export function applyCertification(
  settings: ApplicationSettings,
  chosen: Partial<ApplicationSettings> = {},
): ApplicationSettings {
  const { minCertificationLevel: level = 'none' } = chosen
  if (level === 'none') return settings
  const conveys = settings.attestation === 'direct' || settings.attestation === 'enterprise'
  return { ...settings, ...(!conveys && { attestation: 'direct' }), attestationTrust: 'metadata', ...chosen }
}
