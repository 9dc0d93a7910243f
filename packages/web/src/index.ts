export { type Client, type ClientOptions, createClient } from './client.ts'
export { type ConfigCheck, type ConfigProblem, verifyConfigSettings } from './config-check.ts'
export { ApiError, PasskeyError, type PasskeyErrorCode } from './errors.ts'
export {
  type MfaBegin,
  type MfaDetails,
  type MfaFactor,
  type MfaFactorType,
  type MfaInput,
  type MfaTokens,
  ThumbturnMfa,
} from './mfa.ts'
export { type CodeRequest, type OneTimeCode, requestAndSendOtp, requestOtp, validateOtp } from './otp.ts'
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
