import type * as sdk from '@thumbturn/web'
import type {
  AssertionResult,
  AutofillOptions,
  ConfigProblem,
  ConfirmedTransaction,
  CreatePasskeyOptions,
  CreationOptionsJSON,
  CreationResult,
  DerivedKey,
  DeriveKeyOptions,
  ImmediateSignInOptions,
  MfaFactor,
  MfaFactorType,
  MfaTokens,
  OneTimeCode,
  Passkey,
  RequestOptionsJSON,
  MfaDetails as SdkMfaDetails,
  SignedIn as SdkSignedIn,
  SessionInfo,
  SignInFallback,
  SignInOptions,
  Thumbturn,
  TokenOption,
  TransactionOptions,
  UsernameType,
  WrappedKey,
} from '@thumbturn/web'

// The API reference; errors in it don't compile.

interface Calls {
  // #region createPasskey
  createPasskey(username: string, options?: CreatePasskeyOptions): Promise<SignedIn>
  // #endregion

  // #region upgradeToPasskey
  upgradeToPasskey(
    username: string,
    options?: Omit<CreatePasskeyOptions, 'conditionalCreate'>,
  ): Promise<SignedIn | undefined>
  // #endregion

  // #region authenticateWithPasskey
  authenticateWithPasskey(username?: string, options?: SignInOptions): Promise<SignedIn | SignInFallback>
  // #endregion

  // #region autofill
  authenticateWithPasskeyAutofill(options?: AutofillOptions): Promise<SignedIn>
  // #endregion

  // #region signInImmediately
  signInImmediately(options?: ImmediateSignInOptions): Promise<SignedIn | undefined>
  // #endregion

  // #region confirmTransaction
  confirmTransaction(username: string, options: TransactionOptions): Promise<ConfirmedTransaction>
  // #endregion

  // #region codes
  requestOtp(options?: TokenOption): Promise<OneTimeCode> // { code, expiresAt: Date }
  requestAndSendOtp(username: string, options: { method: 'email' | 'sms'; usernameType?: UsernameType }): Promise<void>
  validateOtp(
    username: string,
    options: { code: string; usernameType?: UsernameType; signal?: AbortSignal },
  ): Promise<SignedIn>
  // #endregion

  // #region verifyConfigSettings
  verifyConfigSettings(): Promise<
    { isValid: true } | { isValid: false; code: ConfigProblem; message: string; solution: string }
  >
  // #endregion

  // #region passkeys
  listPasskeys(options?: TokenOption): Promise<Passkey[]>
  renamePasskey(id: string, options: { name: string; token?: string }): Promise<void>
  deletePasskey(id: string, options?: TokenOption): Promise<void>
  // #endregion

  // #region signalUserDetails
  signalUserDetails(details: { name?: string; displayName: string }): Promise<void>
  // #endregion

  // #region deriveKey
  deriveKey(options: DeriveKeyOptions): Promise<{ key: CryptoKey; credentialId: string }>
  // #endregion

  // #region session
  getSessionInfo(): SessionInfo | undefined // { id, username, rpId, passkeyId, scopes, expiresAt }
  logout(): void
  // #endregion
}

interface Functions {
  // #region conversion
  parseCreationOptionsFromJSON(json: CreationOptionsJSON): PublicKeyCredentialCreationOptions
  parseRequestOptionsFromJSON(json: RequestOptionsJSON): PublicKeyCredentialRequestOptions
  toCreationResult(credential: Credential | null): CreationResult
  toAssertionResult(credential: Credential | null): AssertionResult
  // #endregion

  // #region support
  isConditionalUIAvailable(): Promise<boolean> // passkeys in autofill
  isImmediateSignInAvailable(): Promise<boolean> // a dialog only if a passkey is on this device
  isPaymentConfirmationAvailable(): Promise<boolean> // a payment in a dialog of the browser
  isConditionalCreateAvailable(): Promise<boolean> // a passkey without a dialog
  isHybridAvailable(): Promise<boolean> // the passkey of a phone: false without Bluetooth
  isKeyDerivationAvailable(): Promise<boolean> // keys from passkeys
  // #endregion

  // #region dataKey
  createDataKey(): Promise<CryptoKey>
  wrapDataKey(key: CryptoKey, derived: DerivedKey): Promise<WrappedKey>
  unwrapDataKey(keys: readonly WrappedKey[], derived: DerivedKey): Promise<CryptoKey>
  // #endregion
}

// #region MfaDetails
interface MfaDetails {
  username: string
  flow: 'signIn' | 'signUp'
  remainingFactors: { type: MfaFactorType; label: string; description?: string; options: string[] }[]
  nextAction: MfaFactor | undefined // the suggested one
  isComplete: boolean
  tokens?: MfaTokens // once it is complete: accessToken, idToken, refreshToken, payloadSignature, deviceId
}
// #endregion

// #region SignedIn
interface SignedIn {
  isAuthenticated: true
  token: string // for your backend
  userId: string
  passkeyId?: string
  deviceId?: string
  largeBlob?: ArrayBuffer // what is stored with the passkey, if the application requests it
}
// #endregion

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type AreSame<A, B> = A extends B ? (B extends A ? true : false) : false

export const stated: [
  AreSame<Calls, Omit<Thumbturn, 'client'>>,
  AreSame<Functions, Pick<typeof sdk, keyof Functions>>,
  AreSame<MfaDetails, SdkMfaDetails>,
  Same<keyof MfaDetails, keyof SdkMfaDetails>,
  AreSame<SignedIn, SdkSignedIn>,
  Same<keyof SignedIn, keyof SdkSignedIn>,
] = [true, true, true, true, true, true]
