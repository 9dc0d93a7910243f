export { type AutofillOptions, authenticateWithPasskeyAutofill } from './autofill.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export { type ConfigCheck, type ConfigProblem, verifyConfigSettings } from './config-check.ts'
export {
  parseCreationOptionsFromJSON,
  parseRequestOptionsFromJSON,
  toAssertionResult,
  toCreationResult,
} from './credentials.ts'
export { createDataKey, unwrapDataKey, type WrappedKey, wrapDataKey } from './data-key.ts'
export { type DerivedKey, type DeriveKeyOptions, deriveKey, isKeyDerivationAvailable } from './derive-key.ts'
export { ApiError, type ApiErrorReason, PasskeyError, type PasskeyErrorCode } from './errors.ts'
export { loadUserMessages } from './load-user-messages.ts'
export {
  type MfaActionOptions,
  type MfaDetails,
  type MfaFactor,
  type MfaFactorType,
  type MfaFlowOptions,
  type MfaTokens,
  type RefreshedTokens,
  ThumbturnMfa,
} from './mfa.ts'
export {
  type OneTimeCode,
  requestAndSendOtp,
  requestOtp,
  type SendOtpOptions,
  type ValidateOtpOptions,
  validateOtp,
} from './otp.ts'
export { deletePasskey, listPasskeys, type RenameOptions, renamePasskey, type TokenOption } from './passkeys.ts'
export { isHybridAvailable } from './phone.ts'
export {
  authenticateWithPasskey,
  type FallbackCallback,
  type SignInCallbacks,
  type SignInFallback,
  type SignInOptions,
} from './sign-in.ts'
export { type ImmediateSignInOptions, signInImmediately } from './sign-in-immediately.ts'
export { type CreatePasskeyOptions, createPasskey } from './sign-up.ts'
export {
  isConditionalCreateAvailable,
  isConditionalUIAvailable,
  isImmediateSignInAvailable,
  isPaymentConfirmationAvailable,
} from './support.ts'
export { Thumbturn } from './thumbturn.ts'
export {
  createCookieTokenStore,
  createMemoryTokenStore,
  getSessionInfo,
  logout,
  type SessionInfo,
  type TokenStore,
} from './token.ts'
export { type ConfirmedTransaction, confirmTransaction, type TransactionOptions } from './transaction.ts'
export type {
  AssertionResult,
  CreationOptionsJSON,
  CreationResult,
  DescriptorJSON,
  DeviceInfo,
  Passkey,
  PasskeyExtensionResults,
  PasskeyHint,
  RequestOptionsJSON,
  SignedIn,
} from './types.ts'
export { upgradeToPasskey } from './upgrade.ts'
export { signalUserDetails, type UserDetails } from './user-details.ts'
export type { CrossAuthMethod, FallbackMethod, UsernameType } from './vocabulary.ts'
