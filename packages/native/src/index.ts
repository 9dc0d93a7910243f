export {
  ApiError,
  type ApiErrorReason,
  type Client,
  type ConfirmedTransaction,
  type CreatePasskeyOptions,
  type CreationOptionsJSON,
  type CrossAuthMethod,
  type DeviceInfo,
  type FallbackMethod,
  type ImmediateSignInOptions,
  type MfaActionOptions,
  type MfaDetails,
  type MfaFactor,
  type MfaFactorType,
  type MfaFlowOptions,
  type MfaTokens,
  type OneTimeCode,
  type Passkey,
  PasskeyError,
  type PasskeyErrorCode,
  type PasskeyHint,
  type RefreshedTokens,
  type RenameOptions,
  type RequestOptionsJSON,
  type SendOtpOptions,
  type SessionInfo,
  type SignedIn,
  type SignInCallbacks,
  type SignInFallback,
  type SignInOptions,
  type TokenOption,
  type TransactionOptions,
  type UserDetails,
  type UsernameType,
  type ValidateOtpOptions,
} from '@thumbturn/web/core'
export type { ClientOptions } from './client.ts'
export { ThumbturnMfa } from './mfa.ts'
export { capacitorPrompt } from './plugins/capacitor.ts'
export { reactNativePasskeyPrompt } from './plugins/react-native-passkey.ts'
export { expoPrompt } from './plugins/react-native-passkeys.ts'
export type {
  CreationRequest,
  CredentialJSON,
  GetRequest,
  PasskeyPrompt,
  PromptCreationOptions,
  PromptRequestOptions,
  SignalName,
} from './prompt.ts'
export type { TokenStorage } from './state-store.ts'
export { Thumbturn, type UpgradeOptions } from './thumbturn.ts'
export type { TrustKey } from './trust-key.ts'
export { loadUserMessages } from './user-messages.ts'
