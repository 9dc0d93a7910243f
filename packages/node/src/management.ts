import type {
  ApplicationEvent,
  AuthenticatorModel,
  BlacklistItem,
  ContactVerification,
  EmailChange,
  EmailDeletion,
  EventFilter,
  FoundUser,
  PasskeyInfo,
  PhoneChange,
  PhoneDeletion,
  SharedDevice,
  Transaction,
} from './wire.ts'

// What is missing is undefined where it is looked for by find, and ThumbturnError not_found everywhere else.

/** Users of the application. */
export interface Users {
  /** By login name or verified contact, with passkeys and devices. Scope `user:read`. */
  find(username: string): Promise<FoundUser | undefined>
  /** With everything that is theirs, at once. Scope `user:write`. */
  delete(userId: string): Promise<void>
  /** Everywhere: whatever was issued to them so far stops working at once; passkeys stay. Scope `user:write`. */
  signOut(userId: string): Promise<void>
  /** Every passkey; the user stays and is signed out. Scope `passkey:write`. */
  deletePasskeys(userId: string): Promise<void>
  /** Every device; passkeys and tokens stay. Scope `user:write`. */
  deleteDevices(userId: string): Promise<void>
}

/** Where users are reached. Scope `profile:write`, proofs none. */
export interface Contacts {
  /** The address is used once it is proved, or at once with `requestVerification: false`. */
  setEmail(userId: string, change: EmailChange): Promise<void>
  /** The given address; without one, the primary address (with `secondary: true`, the secondary one). */
  deleteEmail(userId: string, deletion?: EmailDeletion): Promise<void>
  /** A verification requires `messagingConsent: true`. */
  setPhone(userId: string, change: PhoneChange): Promise<void>
  /** The given number; without one, the primary number (with `secondary: true`, the secondary one). */
  deletePhone(userId: string, deletion?: PhoneDeletion): Promise<void>
  /** Verifies a new address by the code that was sent to it. */
  verifyEmail(username: string, verification: ContactVerification): Promise<void>
  /** Verifies a new number by the code that was sent to it. */
  verifyPhone(username: string, verification: ContactVerification): Promise<void>
}

/** Passkeys of any user. */
export interface Passkeys {
  /** Scope `passkey:read`. */
  find(passkeyId: string): Promise<PasskeyInfo | undefined>
  /** Scope `passkey:write`. */
  rename(passkeyId: string, options: { name: string }): Promise<void>
  /** Ends its tokens too. Scope `passkey:write`. */
  delete(passkeyId: string): Promise<void>
}

/** Devices, which several users may share. */
export interface Devices {
  /** Scope `user:read`. */
  find(deviceId: string): Promise<SharedDevice | undefined>
  /** For everybody who shares it; passkeys stay. Scope `user:write`. */
  delete(deviceId: string): Promise<void>
}

/** What users have signed. */
export interface Transactions {
  /** Scope `user:read`. */
  find(txId: string): Promise<Transaction | undefined>
}

/** Authenticator models, by AAGUID. */
export interface Authenticators {
  /** Name and icons, where they are known. Any API key. */
  find(aaguid: string): Promise<AuthenticatorModel | undefined>
  /** Those that the application blocks. Scope `passkey:read`. */
  listBlocked(): Promise<BlacklistItem[]>
  /** At most 100 at once; replaces what is there of the same models. Scope `passkey:write`. */
  block(items: BlacklistItem[]): Promise<void>
  /** At most 100 at once. Scope `passkey:write`. */
  unblock(aaguids: string[]): Promise<void>
  /** Scope `passkey:write`. */
  unblockAll(): Promise<void>
}

/** What has happened. */
export interface Events {
  /** Newest first, page by page as they are read. Needs the adminKey. */
  list(filter?: EventFilter): AsyncIterableIterator<ApplicationEvent>
}
