import type { Application } from './application.ts'
import { isShellOrigin } from './origin-form.ts'

/** One Android app: its package name, and the SHA-256 of its signing certificate as 32 bytes. */
export type AndroidApp = { packageName: string; fingerprint: Buffer }

const androidPattern = /^([A-Za-z][\w]*(?:\.[A-Za-z][\w]*)+)=((?:[0-9A-Fa-f]{2}:?){32})$/

/** Parses `com.example.app=AB:CD:…`; undefined if it has another form. */
export function parseAndroidApp(text: string): AndroidApp | undefined {
  const [, packageName, fingerprint] = androidPattern.exec(text) ?? []
  if (packageName === undefined || fingerprint === undefined) return undefined
  return { packageName, fingerprint: Buffer.from(fingerprint.replaceAll(':', ''), 'hex') }
}

export const listAndroidApps = ({ settings }: Application) =>
  settings.androidApps.map(parseAndroidApp).filter((app): app is AndroidApp => app !== undefined)

/** The origin that Android's credential manager reports for an app. */
export const toAndroidOrigin = ({ fingerprint }: AndroidApp) =>
  `android:apk-key-hash:${fingerprint.toString('base64url')}`

/** The origins whose pages can call the service. */
export const listPageOrigins = ({ origins, settings }: Application): string[] => [
  ...origins,
  ...settings.relatedOrigins,
]

/**
 * Every origin that a ceremony of the application can come from: its own, the related ones, and its apps'. Apple apps
 * report the https origin of the RP ID, which is listed like any other.
 */
export function listCeremonyOrigins(application: Application): string[] {
  const own = listPageOrigins(application).filter((origin) => !isShellOrigin(origin))
  return [...own, ...listAndroidApps(application).map(toAndroidOrigin)]
}
