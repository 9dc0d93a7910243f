import { isBelow, isLocal, parseAddress } from './domains.ts'

/**
 * The client that reports an origin: a page, an Android app, a browser extension, or the web view of an app. Such a web
 * view only calls the service: its passkeys come from the system, which reports the app or the RP ID instead.
 */
export type OriginKind = 'web' | 'android' | 'extension' | 'shell'

/** 32 bytes in base64url: the last of 43 characters holds four bits only. */
const androidOrigin = /^android:apk-key-hash:[\w-]{42}[AEIMQUYcgkosw048]$/
/** Firefox reports the SHA-256 of an add-on's ID, in Chrome's digits. */
const extensionOrigin = /^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[a-p]{64})$/
const shellOrigin = /^(?:capacitor|ionic|tauri):\/\/[a-z0-9.-]+$/

/** Whether the web view of an app reports the origin. */
export const isShellOrigin = (text: string): boolean => shellOrigin.test(text)

/** The kind of an origin, if browsers or apps report one in exactly this form; undefined if none does. */
export function findOriginKind(text: string): OriginKind | undefined {
  if (androidOrigin.test(text)) return 'android'
  if (extensionOrigin.test(text)) return 'extension'
  if (isShellOrigin(text)) return 'shell'
  return isWebOrigin(text) ? 'web' : undefined
}

/** As browsers serialize it: https, or http on localhost. */
function isWebOrigin(text: string): boolean {
  const url = parseAddress(text)
  return url?.origin === text && (url.protocol === 'https:' || isLocal(url.hostname))
}

/** Whether pages call the service with this origin; Android apps call with none. */
export function isPageOrigin(text: string): boolean {
  const kind = findOriginKind(text)
  return kind !== undefined && kind !== 'android'
}

/** Whether it is the origin of pages on this machine. */
export const isLocalPage = (origin: string) => findOriginKind(origin) === 'web' && isLocal(new URL(origin).hostname)

/** Whether the RP ID can be used there without a related-origins file: by pages of the same domain, or of one below it. */
export function fitsRpId(origin: string, rpId: string): boolean {
  if (findOriginKind(origin) !== 'web') return true
  const { hostname } = new URL(origin)
  // Browsers take a name without a dot, such as localhost, for a public suffix: pages below it can't use it.
  return hostname === rpId || (rpId.includes('.') && isBelow(hostname, rpId))
}

/** Why browsers and apps report no such origin, or what to use instead. */
export function explainOrigin(text: string): string {
  const known = explanations.find(([form]) => form.test(text))
  if (known) return known[1]
  const suggestion = suggestOrigin(text)
  if (suggestion !== undefined) return `use ${suggestion}`
  return 'it must be https://host[:port] (http only on localhost), android:apk-key-hash:…, or the origin of a browser extension'
}

const explanations: readonly [form: RegExp, explanation: string][] = [
  [/\*/, 'origins have no wildcards: list each'],
  [/^null$/, 'sandboxed frames and local files report it, also those of attackers: serve the page from a domain'],
  [
    /^android:/,
    'an Android app is android:apk-key-hash: and the SHA-256 of its signing certificate, as 43 characters of base64url; androidApps takes the usual form of the fingerprint',
  ],
  [/^ios:/, 'Apple apps report the origin of the RP ID: list that, and the app in appleApps'],
  [
    /^moz-extension:/,
    "Firefox reports moz-extension:// and the SHA-256 of the add-on's ID, in 64 letters from a to p; the UUID in the address bar is another one in every browser",
  ],
  [/^safari-web-extension:/, 'extensions of Safari cannot use an RP ID: open a page of your domain instead'],
  [/^(?:file|data|blob|about|javascript):/i, 'such pages cannot use passkeys: serve the page from a domain'],
]

/** The origin that an address, or an origin in another spelling, stands for. */
function suggestOrigin(text: string): string | undefined {
  const [app] = /^(?:chrome-extension|capacitor|ionic|tauri):\/\/[^/]+/.exec(text.trim().toLowerCase()) ?? []
  if (app !== undefined) return findOriginKind(app) && app
  const url = parseAddress(text, 'http')
  if (!url) return undefined
  if (/^127\.|^\[::1\]$/.test(url.hostname)) url.hostname = 'localhost'
  if (!isLocal(url.hostname)) url.protocol = 'https:'
  return url.origin
}
