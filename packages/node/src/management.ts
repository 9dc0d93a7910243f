import type {
  ApplicationEvent,
  AuthenticatorModel,
  BlacklistItem,
  ContactVerification,
  EmailChange,
  EmailDeletion,
  EventFilter,
  FoundUser,
  Group,
  GroupMember,
  GroupRequest,
  HeldGroup,
  PasskeyInfo,
  PhoneChange,
  PhoneDeletion,
  ProfileRequest,
  SharedDevice,
  Transaction,
  UserProfile,
} from './wire.ts'

// `find` returns undefined if there is no match. Every other method throws ThumbturnError not_found.

/** Users of the application. */
export interface Users {
  /** By username or verified contact, with passkeys and devices. Scope `user:read`. */
  find(username: string): Promise<FoundUser | undefined>
  /** Deletes the user with all their data, at once. Scope `user:write`. */
  delete(userId: string): Promise<void>
  /** Signs the user out everywhere: all tokens and sessions stop working at once. Passkeys stay. Scope `user:write`. */
  signOut(userId: string): Promise<void>
  /** Deletes every passkey of the user, and signs the user out. Scope `passkey:write`. */
  deletePasskeys(userId: string): Promise<void>
  /** Deletes every device of the user. Passkeys and tokens stay. Scope `user:write`. */
  deleteDevices(userId: string): Promise<void>
  /** Profile and custom claims. Scope `user:read`. */
  findProfile(userId: string): Promise<UserProfile | undefined>
  /** Replaces all fields of the profile, but not the custom claims. Scope `user:write`. */
  setProfile(userId: string, profile: ProfileRequest): Promise<UserProfile>
  /** Replaces all custom claims. Scope `user:write`. */
  setClaims(userId: string, claims: object): Promise<UserProfile>
  /** Sorted by name. Scope `group:read`. */
  listGroups(userId: string): Promise<HeldGroup[]>
  /** Puts the user into the groups with these names, and takes them out of all others. Scope `group:write`. */
  setGroups(userId: string, membership: { groups: readonly string[] }): Promise<HeldGroup[]>
}

/** Contacts of users. Scope `profile:write`; verifications require none. */
export interface Contacts {
  /** The address is used once it is verified, or at once with `requestVerification: false`. */
  setEmail(userId: string, change: EmailChange): Promise<void>
  /** The given address; without one, the primary address (with `secondary: true`, the secondary one). */
  deleteEmail(userId: string, deletion?: EmailDeletion): Promise<void>
  /** Verification requires `messagingConsent: true`. */
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
  /** Deletes the passkey and ends its tokens. Scope `passkey:write`. */
  delete(passkeyId: string): Promise<void>
}

/** Devices, which several users may share. */
export interface Devices {
  /** Scope `user:read`. */
  find(deviceId: string): Promise<SharedDevice | undefined>
  /** Deletes the device for all its users. Passkeys stay. Scope `user:write`. */
  delete(deviceId: string): Promise<void>
}

/** Groups of users. */
export interface Groups {
  /** Sorted by name; pages are fetched as you iterate. Scope `group:read`. */
  list(): AsyncIterableIterator<Group>
  /** Scope `group:write`. */
  create(group: GroupRequest): Promise<Group>
  /** Replaces name, description, and claims; members stay. Scope `group:write`. */
  replace(groupId: string, group: GroupRequest): Promise<Group>
  /** Its members stay users. Scope `group:write`. */
  delete(groupId: string): Promise<void>
  /** Pages are fetched as you iterate. Scope `group:read`. */
  listMembers(groupId: string): AsyncIterableIterator<GroupMember>
  /** At most 100 at once, all or none. Users who are members stay members. Scope `group:write`. */
  addMembers(groupId: string, added: { userIds: readonly string[] }): Promise<void>
  /** Does nothing if the user is no member. Scope `group:write`. */
  removeMember(groupId: string, removed: { userId: string }): Promise<void>
}

/** Signed transactions. */
export interface Transactions {
  /** Scope `user:read`. */
  find(txId: string): Promise<Transaction | undefined>
}

/** Authenticator models, by AAGUID. */
export interface Authenticators {
  /** Name and icons, if known. Any API key. */
  find(aaguid: string): Promise<AuthenticatorModel | undefined>
  /** The models that the application blocks. Scope `passkey:read`. */
  listBlocked(): Promise<BlacklistItem[]>
  /** At most 100 at once. Replaces existing entries of the same models. Scope `passkey:write`. */
  block(items: BlacklistItem[]): Promise<void>
  /** At most 100 at once. Scope `passkey:write`. */
  unblock(aaguids: string[]): Promise<void>
  /** Scope `passkey:write`. */
  unblockAll(): Promise<void>
}

/** Events of the application. */
export interface Events {
  /** Newest first; pages are fetched as you iterate. Requires the adminKey. */
  list(filter?: EventFilter): AsyncIterableIterator<ApplicationEvent>
}
