import { X509Certificate } from 'node:crypto'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { leastContrast, measureContrast } from '@thumbturn/contract/vocabulary/contrast.ts'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import { addressVerdicts, type Verdicts } from '../../model/applications/check-addresses.ts'
import { isCountry } from '../../model/applications/countries.ts'
import { parseMfaPolicy } from '../../model/applications/mfa-policy.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { listChangedOwnSettings, ownSettings } from '../../model/applications/own-settings.ts'
import { listProfileProblems } from '../../model/applications/security-profile.ts'

const idPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** Browsers read no more of a related-origins file (WebAuthn §5.11.1). */
const mostRelatedNames = 5

/** Everything that keeps an application from working, in words; empty if nothing does. */
export function findProblems(application: Application): string[] {
  const { id, name, settings } = application
  const verdicts: Verdicts = [
    idPattern.test(id) || `id "${id}" must be 1 to 63 characters of a-z, 0-9 and -, as it becomes part of addresses`,
    (name.trim() !== '' && name.length <= 128 && !/[\p{Cc}\p{Cs}]/u.test(name)) ||
      'name must be one line of 1 to 128 characters',
    ...addressVerdicts(application),
    ...attestationVerdicts(settings),
    ...mfaVerdicts(settings),
    ...extensionVerdicts(settings),
    explainContrast(settings),
    settings.backupEligibilityChange === 'reject' ||
      settings.backupEligibility === 'any' ||
      `backupEligibilityChange flag needs backupEligibility any: a ${settings.backupEligibility} passkey could become another kind`,
    ...listProfileProblems(settings),
    ...(id === ownApplicationId ? listChangedOwnSettings(settings).map(explainOwnSetting) : []),
    ...settings.smsCountries.map(
      (code) =>
        isCountry(code) || `smsCountries: "${code}" is not the ISO 3166-1 alpha-2 code of a country, such as DE`,
    ),
  ]
  return verdicts.filter((verdict) => verdict !== true)
}

/** Browsers reject an RP ID that all sites below it would share (HTML "is a registrable domain suffix of"). */
async function rejectPublicSuffix({ publicSuffixes }: Core, rpId: string): Promise<void> {
  if (!(await publicSuffixes.has(rpId))) return
  throw badRequest(`RP ID "${rpId}" is a public suffix. Use a domain of your own below it, such as example.${rpId}`)
}

/** Browsers compare the names of domains without their public suffixes: example.com and example.de count once. */
export async function findRelatedProblems(
  { publicSuffixes }: Core,
  relatedOrigins: readonly string[],
): Promise<string[]> {
  const hosts = relatedOrigins.map((origin) => URL.parse(origin)?.hostname ?? '')
  const domains = await Promise.all(hosts.map((host) => publicSuffixes.findOwnDomain(host)))
  const names = [...new Set(domains.flatMap((domain) => domain?.split('.')[0] ?? []))]
  if (names.length <= mostRelatedNames) return []
  const ignored = names.slice(mostRelatedNames).join(', ')
  return [
    `relatedOrigins have more than ${mostRelatedNames} different names before the public suffix, and browsers ignore the others: ${ignored}`,
  ]
}

const explainOwnSetting = (name: keyof typeof ownSettings) =>
  `${name} must stay ${JSON.stringify(ownSettings[name])} in the installation's own application, which protects its members`

function mfaVerdicts({ mfaPolicy, mfaSessionSeconds, mfaFlowSeconds }: ApplicationSettings): Verdicts {
  const policy = parseMfaPolicy(mfaPolicy)
  return [
    typeof policy === 'string' ? policy : true,
    mfaSessionSeconds <= mfaFlowSeconds || 'mfaSessionSeconds must not be longer than mfaFlowSeconds',
  ]
}

/** Buttons of the hosted pages have white text on this color, and links this color on white (WCAG 2.2 §1.4.3). */
function explainContrast({ accentColor }: ApplicationSettings): true | string {
  const contrast = accentColor === '' ? leastContrast : measureContrast(accentColor, '#ffffff')
  if (contrast >= leastContrast) return true
  return `accentColor ${accentColor} has a contrast of ${contrast.toFixed(2)}:1 with white text, and at least ${leastContrast}:1 is needed: choose a darker color`
}

/** The values for which browsers throw an error, if the extension is sent. */
function extensionVerdicts(settings: ApplicationSettings): Verdicts {
  const { extensions, credProtect: policy, credProtectEnforced, userVerification, residentKey } = settings
  if (!extensions.includes('credProtect'))
    return [
      !credProtectEnforced || 'credProtectEnforced needs credProtect in extensions: nothing is requested otherwise',
    ]
  return [
    policy !== 'userVerificationRequired' ||
      userVerification === 'required' ||
      'credProtect userVerificationRequired needs userVerification required: browsers reject the request otherwise',
    policy !== 'userVerificationOptional' ||
      !credProtectEnforced ||
      'credProtectEnforced needs another credProtect than userVerificationOptional: browsers reject the request otherwise',
    policy !== 'userVerificationOptional' ||
      residentKey !== 'discouraged' ||
      'credProtect userVerificationOptional needs residentKey preferred or required: browsers reject the request otherwise',
  ]
}

function attestationVerdicts({
  algorithms,
  attestation,
  attestationFormats,
  attestationTrust,
  trustAnchors,
  minCertificationLevel,
}: ApplicationSettings): Verdicts {
  const conveys = attestation !== 'none' || attestationTrust === 'none'
  return [
    algorithms.length > 0 || 'at least one algorithm must be offered',
    conveys ||
      `attestationTrust ${attestationTrust} needs attestation direct or enterprise: browsers convey nothing otherwise`,
    attestationTrust === 'none' ||
      attestationFormats.some((format) => format !== 'none') ||
      `attestationTrust ${attestationTrust} needs a format in attestationFormats besides none, which proves nothing`,
    minCertificationLevel === 'none' ||
      attestationTrust === 'metadata' ||
      `minCertificationLevel ${minCertificationLevel} needs attestationTrust metadata, which says the level of a model`,
    attestationTrust !== 'anchors' ||
      trustAnchors.length > 0 ||
      'attestationTrust anchors needs a certificate in trustAnchors',
    ...trustAnchors.map(
      (anchor, index) => isCertificate(anchor) || `trustAnchors[${index}] is not a certificate in base64 DER`,
    ),
  ]
}

function isCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).raw.length > 0
  } catch {
    return false
  }
}

/**
 * Rejects what would keep an application from working; of a change, only what it brings, so that an application from before
 * something was checked can still change other fields.
 * @throws AppError bad_request: lists every problem
 */
export async function checkApplication(core: Core, application: Application, before?: Application): Promise<void> {
  const { rpId, settings } = application
  if (rpId !== before?.rpId) await rejectPublicSuffix(core, rpId)
  const known = before ? findProblems(before) : []
  const problems = findProblems(application).filter((problem) => !known.includes(problem))
  const { relatedOrigins } = settings
  if (relatedOrigins.join(' ') !== before?.settings.relatedOrigins.join(' '))
    problems.push(...(await findRelatedProblems(core, relatedOrigins)))
  if (problems.length > 0) throw badRequest(problems.join('; '))
}
