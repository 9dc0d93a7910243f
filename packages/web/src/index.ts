export { type Client, type ClientOptions, createClient } from './client.ts'
export { ApiError, PasskeyError, type PasskeyErrorCode } from './errors.ts'
export { deletePasskey, listPasskeys, renamePasskey, type TokenOption } from './passkeys.ts'
export {
  type AutofillOptions,
  authenticateWithPasskey,
  authenticateWithPasskeyAutofill,
  type FallbackCallback,
  type HandedOver,
  type SignInCallbacks,
  type SignInOptions,
} from './sign-in.ts'
export { type CreatePasskeyOptions, createPasskey } from './sign-up.ts'
export { isConditionalCreateAvailable, isConditionalUIAvailable } from './support.ts'
export { Thumbturn } from './thumbturn.ts'
export {
  cookieTokenStore,
  getSessionInfo,
  logout,
  memoryTokenStore,
  type SessionInfo,
  type TokenStore,
} from './token.ts'
export { type ConfirmedTransaction, confirmTransaction, type TransactionOptions } from './transaction.ts'
export type { CrossAuthMethod, DeviceInfo, FallbackMethod, Passkey, SignedIn, UsernameType } from './types.ts'
