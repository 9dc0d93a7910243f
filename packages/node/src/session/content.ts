/** The signed-in user of a request. */
export interface Session {
  /** Random; a new one at each sign-in. */
  readonly id: string
  /** The user ID: the token's `sub`. */
  readonly userId: string
  readonly username: string
  /** The passkey that signed in; absent after a sign-in with a code or with OpenID Connect. */
  readonly passkeyId?: string | undefined
  readonly startedAt: Date
  /** The session ends then, however often it is used. */
  readonly expiresAt: Date
  /** The data that you passed when you started the session. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The public key of a browser on a device (P-256). */
export type DeviceKey = { x: string; y: string }

/** The content of the cookie; times in seconds since 1970. */
export interface SessionContent {
  id: string
  sub: string
  username: string
  /** When the session started. */
  iat: number
  /** When the cookie was last sealed, at which time the session was known to be valid. */
  renewed: number
  epoch?: number | undefined
  credID?: string | undefined
  /** OpenID Connect only: by which logout tokens name the session. */
  sid?: string | undefined
  /** Whether an ID token of OpenID Connect started it. */
  openid?: true | undefined
  /** The session counts only with proofs of this key. */
  device?: DeviceKey | undefined
  data?: Readonly<Record<string, unknown>> | undefined
}

/** Whether the content of a sealed value, which can be of another version, is that of a session. */
export const isContent = (content: Partial<SessionContent> | undefined): content is SessionContent =>
  [content?.iat, content?.renewed].every(Number.isFinite)

export const toSession = (content: SessionContent, absoluteSeconds: number): Session => ({
  id: content.id,
  userId: content.sub,
  username: content.username,
  ...(content.credID !== undefined && { passkeyId: content.credID }),
  startedAt: new Date(content.iat * 1000),
  expiresAt: new Date((content.iat + absoluteSeconds) * 1000),
  data: content.data ?? {},
})
