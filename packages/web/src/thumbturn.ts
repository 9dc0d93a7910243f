import type { Client, ClientOptions } from './client/client.ts'
import { type ConfigCheck, verifyConfigSettings } from './client/config-check.ts'
import { createClient } from './client/create-client.ts'
import { getSessionInfo, logout, type SessionInfo } from './client/token.ts'
import { type AutofillOptions, authenticateWithPasskeyAutofill } from './flows/autofill.ts'
import {
  type OneTimeCode,
  requestAndSendOtp,
  requestOtp,
  type SendOtpOptions,
  type ValidateOtpOptions,
  validateOtp,
} from './flows/otp.ts'
import { authenticateWithPasskey, type SignInFallback, type SignInOptions } from './flows/sign-in.ts'
import { type ImmediateSignInOptions, signInImmediately } from './flows/sign-in-immediately.ts'
import { type CreatePasskeyOptions, createPasskey } from './flows/sign-up.ts'
import { type ConfirmedTransaction, confirmTransaction, type TransactionOptions } from './flows/transaction.ts'
import { upgradeToPasskey } from './flows/upgrade.ts'
import { type DerivedKey, type DeriveKeyOptions, deriveKey } from './keys/derive-key.ts'
import { loadUserMessages } from './messages/load-user-messages.ts'
import {
  deletePasskey,
  listPasskeys,
  type RenameOptions,
  renamePasskey,
  type TokenOption,
} from './passkeys/passkeys.ts'
import { signalUserDetails, type UserDetails } from './passkeys/user-details.ts'
import type { Passkey, SignedIn } from './types.ts'

/** All functions of the SDK, bound to one client. */
export class Thumbturn {
  readonly client: Client

  /** @throws TypeError if baseUrl is not a URL, or names no application */
  constructor(options: ClientOptions) {
    this.client = createClient(options)
    // Not on a server, which renders for users of many languages.
    if (globalThis.document) void loadUserMessages()
  }

  /** Creates a passkey: the first of a new user, or another one for a known user. */
  createPasskey(username: string, options?: CreatePasskeyOptions): Promise<SignedIn> {
    return createPasskey(this.client, username, options)
  }

  /**
   * Lets the browser create a passkey without a dialog, right after another kind of sign-in; undefined if it doesn't.
   */
  upgradeToPasskey(
    username: string,
    options?: Omit<CreatePasskeyOptions, 'conditionalCreate'>,
  ): Promise<SignedIn | undefined> {
    return upgradeToPasskey(this.client, username, options)
  }

  /** Signs a user in. Without a username, the user chooses among the passkeys of this site. */
  authenticateWithPasskey(username?: string, options?: SignInOptions): Promise<SignedIn | SignInFallback> {
    return authenticateWithPasskey(this.client, username, options)
  }

  /**
   * Signs a user in if a passkey is on this device; call it on a click. Undefined if there is none, the user closed the
   * dialog, or the browser can't: show your other ways to sign in.
   */
  signInImmediately(options?: ImmediateSignInOptions): Promise<SignedIn | undefined> {
    return signInImmediately(this.client, options)
  }

  /** Offers passkeys in the autofill of an input and waits until the user chooses one. */
  authenticateWithPasskeyAutofill(options?: AutofillOptions): Promise<SignedIn> {
    return authenticateWithPasskeyAutofill(this.client, options)
  }

  /** Lets a user confirm a text of at most 4,000 bytes with a passkey. */
  confirmTransaction(username: string, options: TransactionOptions): Promise<ConfirmedTransaction> {
    return confirmTransaction(this.client, username, options)
  }

  /** Creates a code for another device of the signed-in user: show it here, to be entered there. */
  requestOtp(options?: TokenOption): Promise<OneTimeCode> {
    return requestOtp(this.client, options)
  }

  /** Sends a code to the user, if the account exists. The response is the same either way. */
  requestAndSendOtp(username: string, options: SendOtpOptions): Promise<void> {
    return requestAndSendOtp(this.client, username, options)
  }

  /** Signs a user in with a code, to create a passkey on this device. */
  validateOtp(username: string, options: ValidateOtpOptions): Promise<SignedIn> {
    return validateOtp(this.client, username, options)
  }

  /** Explains what keeps passkeys from working on this page. Never throws. */
  verifyConfigSettings(): Promise<ConfigCheck> {
    return verifyConfigSettings(this.client)
  }

  /** Derives a key from a passkey on the device, for end-to-end encryption. Lost with the passkey. */
  deriveKey(options: DeriveKeyOptions): Promise<DerivedKey> {
    return deriveKey(this.client, options)
  }

  /** Lists the passkeys of the signed-in user. */
  listPasskeys(options?: TokenOption): Promise<Passkey[]> {
    return listPasskeys(this.client, options)
  }

  /** Renames a passkey. */
  renamePasskey(id: string, options: RenameOptions): Promise<void> {
    return renamePasskey(this.client, id, options)
  }

  /** Deletes a passkey from the service, and lets the browser hide it. */
  deletePasskey(id: string, options?: TokenOption): Promise<void> {
    return deletePasskey(this.client, id, options)
  }

  /** Updates the names in account pickers for the signed-in user's passkeys. */
  signalUserDetails(details: UserDetails): Promise<void> {
    return signalUserDetails(this.client, details)
  }

  /** The signed-in user of this page, from the stored token. */
  getSessionInfo(): SessionInfo | undefined {
    return getSessionInfo(this.client)
  }

  /** Deletes the token in this browser. */
  logout(): void {
    logout(this.client)
  }
}
