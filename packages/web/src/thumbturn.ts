import { type Client, type ClientOptions, createClient } from './client.ts'
import { type ConfigCheck, verifyConfigSettings } from './config-check.ts'
import { loadUserMessages } from './load-user-messages.ts'
import {
  type OneTimeCode,
  requestAndSendOtp,
  requestOtp,
  type SendOtpOptions,
  type ValidateOtpOptions,
  validateOtp,
} from './otp.ts'
import { deletePasskey, listPasskeys, type RenameOptions, renamePasskey, type TokenOption } from './passkeys.ts'
import {
  type AutofillOptions,
  authenticateWithPasskey,
  authenticateWithPasskeyAutofill,
  type HandedOver,
  type SignInOptions,
} from './sign-in.ts'
import { type CreatePasskeyOptions, createPasskey } from './sign-up.ts'
import { signalUserDetails, type UserDetails } from './signals.ts'
import { getSessionInfo, logout, type SessionInfo } from './token.ts'
import { type ConfirmedTransaction, confirmTransaction, type TransactionOptions } from './transaction.ts'
import type { Passkey, SignedIn } from './types.ts'
import { upgradeToPasskey } from './upgrade.ts'

/** Everything of the SDK bound to one client. */
export class Thumbturn {
  readonly client: Client

  /** @throws TypeError for a base URL that is none, or that names no application */
  constructor(options: ClientOptions) {
    this.client = createClient(options)
    // A server renders for users of many languages.
    if (globalThis.document) void loadUserMessages()
  }

  /** Creates a passkey: the first of a new user, or one more of a known one. */
  createPasskey(username: string, options?: CreatePasskeyOptions): Promise<SignedIn> {
    return createPasskey(this.client, username, options)
  }

  /** Lets the browser create a passkey without a dialog, right after another kind of sign-in; undefined where it does not. */
  upgradeToPasskey(
    username: string,
    options?: Omit<CreatePasskeyOptions, 'conditionalCreate'>,
  ): Promise<SignedIn | undefined> {
    return upgradeToPasskey(this.client, username, options)
  }

  /** Signs a user in; without a username the authenticator names the user. */
  authenticateWithPasskey(username?: string, options?: SignInOptions): Promise<SignedIn | HandedOver> {
    return authenticateWithPasskey(this.client, username, options)
  }

  /** Offers passkeys in the autofill of an input and waits until one is chosen. */
  authenticateWithPasskeyAutofill(options?: AutofillOptions): Promise<SignedIn> {
    return authenticateWithPasskeyAutofill(this.client, options)
  }

  /** Lets a user confirm a text of at most 4,000 bytes with a passkey. */
  confirmTransaction(username: string, options: TransactionOptions): Promise<ConfirmedTransaction> {
    return confirmTransaction(this.client, username, options)
  }

  /** A code for another device of the signed-in user: show it here, type it in there. */
  requestOtp(options?: TokenOption): Promise<OneTimeCode> {
    return requestOtp(this.client, options)
  }

  /** Has a code sent to the user, if there is one: the service never tells. */
  requestAndSendOtp(username: string, options: SendOtpOptions): Promise<void> {
    return requestAndSendOtp(this.client, username, options)
  }

  /** Signs a user in by a code, just far enough to create a passkey on this device. */
  validateOtp(username: string, options: ValidateOtpOptions): Promise<SignedIn> {
    return validateOtp(this.client, username, options)
  }

  /** What keeps passkeys from working on this page, in words. Never throws. */
  verifyConfigSettings(): Promise<ConfigCheck> {
    return verifyConfigSettings(this.client)
  }

  /** All passkeys of the signed-in user. */
  listPasskeys(options?: TokenOption): Promise<Passkey[]> {
    return listPasskeys(this.client, options)
  }

  /** Gives a passkey another name. */
  renamePasskey(id: string, options: RenameOptions): Promise<void> {
    return renamePasskey(this.client, id, options)
  }

  /** Deletes a passkey from the service and lets the browser hide it. */
  deletePasskey(id: string, options?: TokenOption): Promise<void> {
    return deletePasskey(this.client, id, options)
  }

  /** Lets the browser show other names beside the passkeys of the signed-in user. */
  signalUserDetails(details: UserDetails): Promise<void> {
    return signalUserDetails(this.client, details)
  }

  /** Who is signed in on this page, from the stored token. */
  getSessionInfo(): SessionInfo | undefined {
    return getSessionInfo(this.client)
  }

  /** Forgets the token in this browser. */
  logout(): void {
    logout(this.client)
  }
}
