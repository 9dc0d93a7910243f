// The part that @thumbturn/native is built from, together with its own modules in place of browser/platform.ts,
// browser/transactions.ts, and base64url.ts. Not an entry of the published package.

export { waitBriefly } from './browser/tolerance.ts'
export type { Assertion, AssertionRequest } from './ceremonies/assertion.ts'
export { runAbortable } from './ceremonies/ceremony.ts'
export { reportFailure } from './ceremonies/client-events.ts'
export { toAssertionResult, toCreationResult } from './ceremonies/credentials.ts'
export type { Client } from './client/client.ts'
export { createClient } from './client/create-client.ts'
export { callService } from './client/http.ts'
export {
  type Claims,
  decodeToken,
  getSessionInfo,
  logout,
  readToken,
  type SessionInfo,
  type TokenStore,
} from './client/token.ts'
export type { TrustItems } from './client/trust.ts'
export {
  ApiError,
  type ApiErrorReason,
  type ErrorResponse,
  PasskeyError,
  type PasskeyErrorCode,
  SdkError,
} from './errors.ts'
export * from './flows/mfa.ts'
export type { StoredFlow } from './flows/mfa-store.ts'
export * from './flows/otp.ts'
export * from './flows/sign-in.ts'
export * from './flows/sign-in-immediately.ts'
export * from './flows/sign-up.ts'
export * from './flows/transaction.ts'
export * from './flows/upgrade.ts'
export { loadMessageFinder } from './messages/user-messages.ts'
export * from './passkeys/passkeys.ts'
export { watchRegistrations } from './passkeys/registrations.ts'
export { createSignals } from './passkeys/signals.ts'
export * from './passkeys/user-details.ts'
export type * from './types.ts'
export type * from './vocabulary.ts'
