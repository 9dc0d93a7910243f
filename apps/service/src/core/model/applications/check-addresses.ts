import { isIP } from 'node:net'
import type { Application } from './application.ts'
import { isBelow, isLocal, isRpId, parseAddress } from './domains.ts'
import { explainOrigin, findOriginKind, fitsRpId, type OriginKind } from './origin-form.ts'
import { parseAndroidApp } from './origins.ts'

/** Each entry is true, or the problem in words. */
export type Verdicts = (true | string)[]

/** The conditions on an application's addresses and apps for a browser or an app to match them. */
export const addressVerdicts = ({ rpId, origins, baseUrl, settings }: Application): Verdicts => [
  rpIdVerdict(rpId),
  origins.length > 0 || 'at least one origin is needed, such as https://example.com',
  ...origins.map((origin) => originVerdict(origin, rpId)),
  baseUrlVerdict(baseUrl),
  ...settings.topOrigins.map((origin) => formVerdict('top origin', origin, ['web', 'extension'])),
  ...settings.paymentOrigins.map((origin) => formVerdict('payment origin', origin, ['web'])),
  ...settings.relatedOrigins.map((origin) => relatedOriginVerdict(origin, rpId)),
  ...settings.androidApps.map(
    (app) =>
      parseAndroidApp(app) !== undefined || `"${app}" must be package=SHA-256 fingerprint of the signing certificate`,
  ),
  emailLinkVerdict(settings.emailLinkUrl, origins),
  ...pageVerdicts({ rpId, origins, settings }),
]

/** Why an application with that RP ID can't allow an origin, with what to write instead; true if it can. */
export function originVerdict(origin: string, rpId: string): true | string {
  const form = formVerdict('origin', origin, ['web', 'android', 'extension', 'shell'])
  if (form !== true || fitsRpId(origin, rpId)) return form
  const { protocol, hostname, port } = new URL(origin)
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0)
    return `origin ${origin} has an IP address, and passkeys need a domain: use one below ${rpId}`
  if (isBelow(hostname, rpId))
    return `origin ${origin} is below ${rpId}, where browsers reject that RP ID: use ${protocol}//${rpId}${port && `:${port}`}, or an application with the RP ID ${hostname}`
  return `origin ${origin} is not ${rpId} or below it, so browsers offer no passkeys of ${rpId} there: remove it, or make it a related origin`
}

function formVerdict(what: string, origin: string, kinds: readonly OriginKind[]): true | string {
  const kind = findOriginKind(origin)
  if (kind === undefined) return `${what} "${origin}": ${explainOrigin(origin)}`
  return kinds.includes(kind) || `${what} "${origin}" must be https://host[:port]`
}

function relatedOriginVerdict(origin: string, rpId: string): true | string {
  const form = formVerdict('related origin', origin, ['web'])
  if (form !== true) return form
  const { hostname } = new URL(origin)
  if (!hostname.includes('.') || isLocal(hostname) || !isRpId(hostname))
    return `related origin ${origin} must be on a domain, such as https://example.net: browsers ignore others`
  return !fitsRpId(origin, rpId) || `${origin} is ${rpId} or below it: add it to the origins`
}

/** Clients concatenate a token's `iss` and `verify`, so the URL must not need a separator. */
function baseUrlVerdict(text: string | undefined): true | string {
  if (text === undefined) return true
  const url = parseAddress(text)
  const written = url && url.origin + url.pathname.replace(/\/+$/, '')
  if (text === written) return true
  const problem = `base URL "${text}" must be http:// or https://, a host and perhaps a path, without / at the end`
  return written === undefined ? problem : `${problem}: use ${written}`
}

/** The target of email links, without the `#`: only a page of the application. */
function emailLinkVerdict(text: string, origins: readonly string[]): true | string {
  if (text === '') return true
  const pages = origins.filter((origin) => findOriginKind(origin) === 'web')
  const url = parseAddress(text)
  const isOwn = url !== undefined && pages.includes(url.origin)
  if (isOwn && url.href === text && !text.includes('#')) return true
  const example = isOwn ? url.href.replace(/#.*/, '') : `${pages[0] ?? 'https://example.com'}/sign-in`
  return `emailLinkUrl "${text}" must be a page on one of the origins, such as ${example}, and without #`
}

const pageSettings = ['passkeyEnrollUrl', 'passkeyManageUrl', 'prfUsageUrl'] as const

/** Pages that password managers open for users of the RP ID: only those of the application. */
const pageVerdicts = ({ rpId, origins, settings }: Pick<Application, 'rpId' | 'origins' | 'settings'>): Verdicts =>
  pageSettings.map((name) => {
    const text = settings[name]
    const url = parseAddress(text)
    const isOwn = url !== undefined && isOwnPage(url, rpId, [...origins, ...settings.relatedOrigins])
    if (text === '' || (isOwn && url.href === text)) return true
    const problem = `${name} "${text}" must be a page of ${rpId}, of a domain below it, or of one of the origins, by https`
    return isOwn ? `${problem}: use ${url.href}` : problem
  })

const isOwnPage = ({ origin }: URL, rpId: string, origins: readonly string[]): boolean =>
  origins.includes(origin) || (findOriginKind(origin) === 'web' && fitsRpId(origin, rpId))

function rpIdVerdict(text: string): true | string {
  if (isRpId(text)) return true
  const hostname = parseAddress(text.replace(/^\*?\./, ''))?.hostname ?? ''
  const example = isRpId(hostname) ? hostname : 'example.com or localhost'
  return `RP ID "${text}" must be a domain without scheme and port, and no IP address, such as ${example}`
}
