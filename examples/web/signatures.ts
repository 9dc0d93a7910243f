import type * as sdk from '@thumbturn/web'
import type {
  AutofillOptions,
  ConfigProblem,
  ConfirmedTransaction,
  CreatePasskeyOptions,
  ImmediateSignInOptions,
  MfaFactor,
  MfaFactorType,
  MfaTokens,
  OneTimeCode,
  Passkey,
  MfaDetails as SdkMfaDetails,
  SignedIn as SdkSignedIn,
  SessionInfo,
  SignInFallback,
  SignInOptions,
  Thumbturn,
  TokenOption,
  TransactionOptions,
  UsernameType,
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
  validateOtp(username: string, options: { code: string; usernameType?: UsernameType }): Promise<SignedIn>
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

  // #region session
  getSessionInfo(): SessionInfo | undefined // { id, username, rpId, passkeyId, scopes, expiresAt }
  logout(): void
  // #endregion
}

interface Functions {
  // #region support
  isConditionalUIAvailable(): Promise<boolean> // passkeys in autofill
  isImmediateSignInAvailable(): Promise<boolean> // a dialog only if a passkey is on this device
  isConditionalCreateAvailable(): Promise<boolean> // a passkey without a dialog
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
}
// #endregion

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
type Stated<A, B> = A extends B ? (B extends A ? true : false) : false

export const stated: [
  Stated<Calls, Omit<Thumbturn, 'client'>>,
  Stated<Functions, Pick<typeof sdk, keyof Functions>>,
  Stated<MfaDetails, SdkMfaDetails>,
  Same<keyof MfaDetails, keyof SdkMfaDetails>,
  Stated<SignedIn, SdkSignedIn>,
  Same<keyof SignedIn, keyof SdkSignedIn>,
] = [true, true, true, true, true, true]
