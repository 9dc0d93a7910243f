import {
  ApiError,
  authenticateWithPasskey,
  type Client,
  type ConfirmedTransaction,
  type CreatePasskeyOptions,
  callService,
  confirmTransaction,
  createPasskey,
  deletePasskey,
  getSessionInfo,
  type ImmediateSignInOptions,
  listPasskeys,
  logout,
  type OneTimeCode,
  type Passkey,
  PasskeyError,
  type RenameOptions,
  readToken,
  renamePasskey,
  requestAndSendOtp,
  requestOtp,
  type SendOtpOptions,
  type SessionInfo,
  type SignedIn,
  type SignInFallback,
  type SignInOptions,
  signalUserDetails,
  signInImmediately,
  type TokenOption,
  type TransactionOptions,
  type UserDetails,
  upgradeToPasskey,
  type ValidateOtpOptions,
  validateOtp,
} from '@thumbturn/web/core'
import { type ClientOptions, createClient, findEquipment, runWithState } from './client.ts'
import { createTrustItems } from './platform.ts'

/** Options of an upgrade. */
export type UpgradeOptions = Omit<CreatePasskeyOptions, 'conditionalCreate' | 'payment'>

/** All functions of the SDK, bound to one client. */
export class Thumbturn {
  readonly client: Client

  /** @throws TypeError if baseUrl is not a URL, or names no application */
  constructor(options: ClientOptions) {
    this.client = createClient(options)
  }

  /**
   * Creates a passkey: the first of a new user, or another one for the user of the stored or granted token.
   * @throws PasskeyError if the dialog ends without a passkey
   * @throws ApiError if the service rejects the call or is unreachable
   */
  createPasskey(username: string, options?: Omit<CreatePasskeyOptions, 'payment'>): Promise<SignedIn> {
    const { prompt } = findEquipment(this.client)
    if (options?.conditionalCreate && !prompt.abilities?.conditionalCreate)
      return Promise.reject(new PasskeyError('ERROR_GENERAL_ERROR', undefined, 'This plugin has no conditional create'))
    return this.#run(() => createPasskey(this.client, username, options))
  }

  /**
   * Lets the system create a passkey without a dialog, right after another kind of sign-in; undefined if it doesn't, or if
   * the plugin can't.
   * @throws ApiError if the service rejects the call or is unreachable
   */
  async upgradeToPasskey(username: string, options?: UpgradeOptions): Promise<SignedIn | undefined> {
    if (!findEquipment(this.client).prompt.abilities?.conditionalCreate) return undefined
    return this.#run(() => upgradeToPasskey(this.client, username, options))
  }

  /**
   * Signs a user in. Without a username, the user chooses among the passkeys of the domain.
   * @throws PasskeyError if the dialog ends without an assertion; ERROR_NO_PASSKEY if a callback is missing
   * @throws ApiError if the service rejects the call or is unreachable
   */
  authenticateWithPasskey(username?: string, options?: SignInOptions): Promise<SignedIn | SignInFallback> {
    return this.#run(() => authenticateWithPasskey(this.client, username, options))
  }

  /**
   * Signs a user in if a passkey is on this device. Undefined if there is none, the user closed the dialog, or the plugin
   * can't: show your other ways to sign in.
   * @throws PasskeyError if the dialog fails; ERROR_PASSKEY_ABORTED only if the signal ended it
   * @throws ApiError if the service rejects the call or is unreachable
   */
  async signInImmediately(options?: ImmediateSignInOptions): Promise<SignedIn | undefined> {
    if (!findEquipment(this.client).prompt.abilities?.immediate) return undefined
    try {
      return await this.#run(() => signInImmediately(this.client, options))
    } catch (error) {
      if (error instanceof PasskeyError && error.code === 'ERROR_NO_PASSKEY') return undefined
      throw error
    }
  }

  /**
   * Lets a user confirm a text of at most 4,000 bytes with a passkey. Show the text first: the system doesn't.
   * @throws PasskeyError if the dialog ends without an assertion
   * @throws ApiError if the service rejects the call or is unreachable
   */
  confirmTransaction(username: string, options: TransactionOptions): Promise<ConfirmedTransaction> {
    return this.#run(() => confirmTransaction(this.client, username, options))
  }

  /** Creates a code for another device of the signed-in user: show it here, to be entered there. @throws ApiError */
  requestOtp(options?: TokenOption): Promise<OneTimeCode> {
    return this.#run(() => requestOtp(this.client, options))
  }

  /** Sends a code to the user, if the account exists. The response is the same either way. @throws ApiError */
  requestAndSendOtp(username: string, options: SendOtpOptions): Promise<void> {
    return requestAndSendOtp(this.client, username, options)
  }

  /** Signs a user in with a code, to create a passkey on this device. @throws ApiError if the code is rejected */
  validateOtp(username: string, options: ValidateOtpOptions): Promise<SignedIn> {
    return this.#run(() => validateOtp(this.client, username, options))
  }

  /** Lists the passkeys of the signed-in user. @throws ApiError */
  listPasskeys(options?: TokenOption): Promise<Passkey[]> {
    return this.#run(() => listPasskeys(this.client, options))
  }

  /** Renames a passkey. @throws ApiError */
  renamePasskey(id: string, options: RenameOptions): Promise<void> {
    return this.#run(() => renamePasskey(this.client, id, options))
  }

  /** Deletes a passkey from the service, and lets the system hide it if the plugin can. @throws ApiError */
  deletePasskey(id: string, options?: TokenOption): Promise<void> {
    return this.#run(() => deletePasskey(this.client, id, options))
  }

  /** Updates the names in account pickers, if the plugin can. Never fails. */
  signalUserDetails(details: UserDetails): Promise<void> {
    return this.#run(() => signalUserDetails(this.client, details))
  }

  /**
   * Whether a user completed a ceremony on this device before; false without a `trustKey`.
   * @throws ApiError if the service rejects the call or is unreachable
   */
  async isDeviceKnown(): Promise<boolean> {
    const trustItems = await createTrustItems(this.client)
    if (!trustItems) return false
    try {
      await callService(this.client, { path: '/mfa/discover', body: { app: { id: this.client.appId }, trustItems } })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 404 && error.reason !== 'unknown_application') return false
      throw error
    }
  }

  /** The signed-in user, from the stored token; undefined if there is none or it has expired. */
  getSessionInfo(): Promise<SessionInfo | undefined> {
    return this.#run(() => getSessionInfo(this.client))
  }

  /** The stored access token, for calls to your backend; undefined if there is none or it has expired. */
  getToken(): Promise<string | undefined> {
    return this.#run(() => readToken(this.client))
  }

  /** Deletes the token on this device. The device ID stays. @throws the error of the storage if the token is still there */
  async logout(): Promise<void> {
    const { state } = findEquipment(this.client)
    logout(this.client)
    await state.save()
  }

  #run<Result>(run: () => Promise<Result> | Result): Promise<Result> {
    return runWithState(this.client, run)
  }
}
