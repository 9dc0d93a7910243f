import { X509Certificate } from 'node:crypto'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import type { Application } from './application.ts'
import { isCountry } from './countries.ts'
import { isBelow, isLocal, isRpId } from './domains.ts'
import { parseMfaPolicy } from './mfa-policy.ts'
import { parseAndroidApp } from './origins.ts'
import { ownApplicationId } from './own-id.ts'
import { listChangedOwnSettings, ownSettings } from './own-settings.ts'
import { listProfileProblems } from './security-profile.ts'

const idPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const androidOrigin = /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/

/**
 * Rejects an RP ID that all sites below it would share, as browsers do (HTML "is a registrable domain suffix of").
 * @throws AppError bad_request
 */
export async function rejectPublicSuffix({ publicSuffixes }: Core, rpId: string): Promise<void> {
  if (!(await publicSuffixes.has(rpId))) return
  throw badRequest(`RP ID "${rpId}" is a public suffix. Use a domain of your own below it, such as example.${rpId}`)
}

/** A web origin as browsers serialize it (https, or http on localhost), or an Android app's. */
export function isOrigin(text: string): boolean {
  if (androidOrigin.test(text)) return true
  if (!URL.canParse(text)) return false
  const { protocol, hostname, origin } = new URL(text)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLocal(hostname)))
}

/** Whether a page of that origin can use the RP ID without a related-origins file: the same domain, or one below it. */
export function fitsRpId(origin: string, rpId: string): boolean {
  if (androidOrigin.test(origin)) return true
  const { hostname } = new URL(origin)
  return hostname === rpId || isBelow(hostname, rpId)
}

/** Each entry is true, or the problem in words. */
type Verdicts = (true | string)[]

/** Clients concatenate a token's `iss` and `verify`, so the URL must not need a separator. */
function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]|\/$/.test(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

/** Everything that keeps an application from working, in words; empty if nothing does. */
export function findProblems(application: Application): string[] {
  const { id, name, rpId, origins, baseUrl, settings } = application
  const verdicts: Verdicts = [
    idPattern.test(id) || `id "${id}" must be 1 to 63 characters of a-z, 0-9 and -, as it becomes part of addresses`,
    (name.trim() !== '' && name.length <= 128 && !/[\p{Cc}\p{Cs}]/u.test(name)) ||
      'name must be one line of 1 to 128 characters',
    isRpId(rpId) ||
      `RP ID "${rpId}" must be a domain such as example.com or localhost: no scheme, no port, no IP address`,
    origins.length > 0 || 'at least one origin is needed, such as https://example.com',
    ...origins.map((origin) => originVerdict(origin, rpId)),
    baseUrl === undefined ||
      isBaseUrl(baseUrl) ||
      `base URL "${baseUrl}" must be http:// or https://, a host and perhaps a path, without / at the end`,
    emailLinkVerdict(settings.emailLinkUrl, origins),
    ...pageVerdicts(application),
    ...attestationVerdicts(settings),
    ...mfaVerdicts(settings),
    ...extensionVerdicts(settings),
    ...listProfileProblems(settings),
    ...(id === ownApplicationId ? listChangedOwnSettings(settings).map(explainOwnSetting) : []),
    ...settings.topOrigins.map((origin) => isOrigin(origin) || `top origin "${origin}" must be https://host[:port]`),
    ...settings.paymentOrigins.map(
      (origin) => isOrigin(origin) || `payment origin "${origin}" must be https://host[:port]`,
    ),
    ...settings.relatedOrigins.map((origin) => relatedOriginVerdict(origin, rpId)),
    ...settings.smsCountries.map(
      (code) =>
        isCountry(code) || `smsCountries: "${code}" is not the ISO 3166-1 alpha-2 code of a country, such as DE`,
    ),
    ...settings.androidApps.map(
      (app) =>
        parseAndroidApp(app) !== undefined || `"${app}" must be package=SHA-256 fingerprint of the signing certificate`,
    ),
  ]
  return verdicts.filter((verdict) => verdict !== true)
}

function originVerdict(origin: string, rpId: string): true | string {
  if (!isOrigin(origin))
    return `origin "${origin}" must be https://host[:port] (http only on localhost) or android:apk-key-hash:…`
  const advice =
    'so browsers refuse that RP ID there; where its /.well-known/webauthn names it, make it a related origin'
  return fitsRpId(origin, rpId) || `origin ${origin} is not ${rpId} or below it, ${advice}`
}

function relatedOriginVerdict(origin: string, rpId: string): true | string {
  if (!isOrigin(origin)) return `related origin "${origin}" must be https://host[:port]`
  return !fitsRpId(origin, rpId) || `${origin} is ${rpId} or below it: it belongs into the origins`
}

/** The target of email links, without the `#`: only a page of the application. */
function emailLinkVerdict(url: string, origins: readonly string[]): true | string {
  if (url === '') return true
  if (URL.canParse(url) && new URL(url).href === url && !url.includes('#')) {
    const { origin, username, password } = new URL(url)
    if (origins.includes(origin) && username + password === '') return true
  }
  return `emailLinkUrl "${url}" must be a page on one of the origins, such as ${origins[0]}/sign-in, and without #`
}

const pageSettings = ['passkeyEnrollUrl', 'passkeyManageUrl', 'prfUsageUrl'] as const

/** Pages that password managers open for users of the RP ID: only those of the application. */
const pageVerdicts = ({ rpId, origins, settings }: Application): Verdicts =>
  pageSettings.map(
    (name) =>
      isOwnPage(settings[name], rpId, [...origins, ...settings.relatedOrigins]) ||
      `${name} "${settings[name]}" must be a page of ${rpId}, of a domain below it, or of one of the origins, by https`,
  )

function isOwnPage(url: string, rpId: string, origins: readonly string[]): boolean {
  if (url === '') return true
  if (!URL.canParse(url) || new URL(url).href !== url) return false
  const { origin, username, password } = new URL(url)
  return username + password === '' && (origins.includes(origin) || (isOrigin(origin) && fitsRpId(origin, rpId)))
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

function extensionVerdicts({
  extensions,
  credProtect,
  credProtectEnforced,
  userVerification,
}: ApplicationSettings): Verdicts {
  const isSent = extensions.includes('credProtect')
  return [
    !credProtectEnforced ||
      isSent ||
      'credProtectEnforced needs credProtect in extensions: nothing is requested otherwise',
    !isSent ||
      credProtect !== 'userVerificationRequired' ||
      userVerification !== 'discouraged' ||
      'credProtect userVerificationRequired needs userVerification preferred or required: a sign-in finds no passkey otherwise',
    !isSent ||
      !credProtectEnforced ||
      credProtect !== 'userVerificationRequired' ||
      userVerification === 'required' ||
      'credProtectEnforced with userVerificationRequired needs userVerification required: browsers reject the request otherwise',
  ]
}

function attestationVerdicts({
  algorithms,
  attestation,
  attestationTrust,
  trustAnchors,
  minCertificationLevel,
}: ApplicationSettings): Verdicts {
  const conveys = attestation !== 'none' || attestationTrust === 'none'
  return [
    algorithms.length > 0 || 'at least one algorithm must be offered',
    conveys ||
      `attestationTrust ${attestationTrust} needs attestation direct or enterprise: browsers convey nothing otherwise`,
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

/** @throws AppError bad_request: lists every problem */
export function checkApplication(application: Application): void {
  const problems = findProblems(application)
  if (problems.length > 0) throw badRequest(problems.join('; '))
}
