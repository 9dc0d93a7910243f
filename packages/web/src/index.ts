export { isHybridAvailable } from './browser/phone.ts'
export {
  isConditionalCreateAvailable,
  isConditionalUIAvailable,
  isImmediateSignInAvailable,
  isPaymentConfirmationAvailable,
} from './browser/support.ts'
export {
  parseCreationOptionsFromJSON,
  parseRequestOptionsFromJSON,
  toAssertionResult,
  toCreationResult,
} from './ceremonies/credentials.ts'
export type { Client, ClientOptions } from './client/client.ts'
export { type ConfigCheck, type ConfigProblem, verifyConfigSettings } from './client/config-check.ts'
export { createCookieTokenStore } from './client/cookie-store.ts'
export { createClient } from './client/create-client.ts'
export {
  createMemoryTokenStore,
  getSessionInfo,
  logout,
  type SessionInfo,
  type TokenStore,
} from './client/token.ts'
export { ApiError, type ApiErrorReason, PasskeyError, type PasskeyErrorCode } from './errors.ts'
export { type AutofillOptions, authenticateWithPasskeyAutofill } from './flows/autofill.ts'
export {
  type MfaActionOptions,
  type MfaDetails,
  type MfaFactor,
  type MfaFactorType,
  type MfaFlowOptions,
  type MfaTokens,
  type RefreshedTokens,
  ThumbturnMfa,
} from './flows/mfa.ts'
export {
  type OneTimeCode,
  requestAndSendOtp,
  requestOtp,
  type SendOtpOptions,
  type ValidateOtpOptions,
  validateOtp,
} from './flows/otp.ts'
export {
  authenticateWithPasskey,
  type FallbackCallback,
  type SignInCallbacks,
  type SignInFallback,
  type SignInOptions,
} from './flows/sign-in.ts'
export { type ImmediateSignInOptions, signInImmediately } from './flows/sign-in-immediately.ts'
export { type CreatePasskeyOptions, createPasskey } from './flows/sign-up.ts'
export { type ConfirmedTransaction, confirmTransaction, type TransactionOptions } from './flows/transaction.ts'
export { upgradeToPasskey } from './flows/upgrade.ts'
export { createDataKey, unwrapDataKey, type WrappedKey, wrapDataKey } from './keys/data-key.ts'
export { type DerivedKey, type DeriveKeyOptions, deriveKey, isKeyDerivationAvailable } from './keys/derive-key.ts'
export { loadUserMessages } from './messages/load-user-messages.ts'
export {
  deletePasskey,
  listPasskeys,
  type RenameOptions,
  renamePasskey,
  type TokenOption,
} from './passkeys/passkeys.ts'
export { signalUserDetails, type UserDetails } from './passkeys/user-details.ts'
export { Thumbturn } from './thumbturn.ts'
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
export type { CrossAuthMethod, FallbackMethod, UsernameType } from './vocabulary.ts'
