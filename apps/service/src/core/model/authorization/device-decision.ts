import type { BrowserSession } from './browser-session.ts'

/** The decision of a user about a device that shows a code, with the sign-in that it was made in. Times are milliseconds since 1970. */
export type DeviceDecision = Pick<
  BrowserSession,
  'appId' | 'userId' | 'passkeyId' | 'tokenEpoch' | 'amr' | 'acr' | 'authenticatedAt'
> & {
  /** The keyed hash of the user code, so that a reader of the database learns no code. */
  codeHash: string
  clientId: string
  decision: 'allow' | 'deny'
  /** A lifetime of user codes after the decision. */
  expiresAt: number
  /** When the device got its tokens. */
  usedAt: number | undefined
}
