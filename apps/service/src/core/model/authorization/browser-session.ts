import type { Application } from '../applications/application.ts'

/** The public key by which a browser proves that it is still on the same device: P-256, coordinates in base64url. */
export type DeviceKey = { x: string; y: string }

/**
 * A browser in which a user is signed in at an application's hosted pages. Its key is only in a cookie of that browser.
 * Times are milliseconds since 1970.
 */
export type BrowserSession = {
  appId: string
  id: string
  /** SHA-256 of the key, base64url. */
  keyHash: string
  userId: string
  /** The passkey of the last authentication, if any. The session ends when it is deleted. */
  passkeyId: string | undefined
  /** The key of the device, if the browser bound the session to one after the last authentication. */
  deviceKey: DeviceKey | undefined
  /** The user's epoch: whatever signs the user out ends the session. */
  tokenEpoch: number
  /** The authentication methods (RFC 8176). */
  amr: readonly string[]
  /** The authentication context (OpenID Connect EAP ACR Values 1.0 §2): with a passkey, or a passkey in hardware. */
  acr: 'phr' | 'phrh' | undefined
  /** When the user last authenticated in it. */
  authenticatedAt: number
  createdAt: number
  /** When it was last used, to the minute. */
  lastUsedAt: number
  /** It ends then, however often it is used. */
  expiresAt: number
  address: string | undefined
  userAgent: string | undefined
}

/** A client that was signed in to from a browser session, to be notified when that ends. */
export type SessionClient = {
  appId: string
  sessionId: string
  clientId: string
  /** By which the client knows the session (OpenID Connect Back-Channel Logout 1.0 §2.1). */
  sid: string
}

/** Whether a session has reached its absolute end, or wasn't used for as long as the application allows. */
export const hasExpired = ({ settings }: Application, session: BrowserSession, at: number): boolean =>
  at >= session.expiresAt || at - session.lastUsedAt >= settings.browserSessionIdleSeconds * 1_000
