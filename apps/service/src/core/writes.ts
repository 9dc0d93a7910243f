import type { BlacklistItem } from './model/aaguids/blacklist.ts'
import type { AccessCode, AccessCodesOf } from './model/access-codes/access-code.ts'
import type { RollUp, RollUpCursor } from './model/analytics/roll-up.ts'
import type { ApiKey } from './model/applications/api-key.ts'
import type { Application, KeyChange, SigningKey } from './model/applications/application.ts'
import type { ApiKeyUse } from './model/applications/key-uses.ts'
import type { AuditEntry } from './model/audit/entry.ts'
import type { AuthorizationFacts } from './model/authorization/facts.ts'
import type { ClientKey } from './model/clients/client-key.ts'
import type { Code } from './model/codes/code.ts'
import type { Connector, ConnectorProgress, DeadLetter } from './model/connectors/connector.ts'
import type { Contact } from './model/contacts/contact.ts'
import type { Credential } from './model/credentials/credential.ts'
import type { Device } from './model/devices/device.ts'
import type { DirectoryGroup, DirectoryUser, Membership } from './model/directory/directory.ts'
import type { EventRecord } from './model/events/event.ts'
import type { SavedFilter } from './model/events/saved-filter.ts'
import type { FailureCounter } from './model/failures/failure.ts'
import type { Group, GroupMembership } from './model/groups/group.ts'
import type { Invitation } from './model/members/invitation.ts'
import type { MemberRole, MemberWithRoles } from './model/members/member.ts'
import type { MemberSession } from './model/members/session.ts'
import type { Counter } from './model/messages/counter.ts'
import type { ClaimedTask, MessageTask } from './model/messages/message.ts'
import type { OutboxMessage } from './model/messages/outbox-message.ts'
import type { CustomTemplate, TemplateKey } from './model/messages/templates/custom.ts'
import type { RefreshFamily } from './model/mfa/record.ts'
import type { Passkey } from './model/passkeys/passkey.ts'
import type { ProtectedSite } from './model/protected-sites/protected-site.ts'
import type { RemovedAccount, SsoIdentity, SsoProvider } from './model/sso/provider.ts'
import type { Transaction } from './model/transactions/transaction.ts'
import type { Profile } from './model/users/profile.ts'
import type { SearchProgress } from './model/users/search-text.ts'
import type { NewUser, User } from './model/users/user.ts'
import type { SpentSession } from './spent-session.ts'

type OfUser = { appId: string; userId: string }
type OfUserById = OfUser & { id: string }
type OfApplication = { appId: string; id: string }
type SiteOf = { application: Application; site: ProtectedSite }
type OfKind = Pick<Contact, 'appId' | 'userId' | 'kind'>

/** Everything that a use-case can write, one fact each. Where what a fact requires doesn't hold, the whole batch conflicts. */
export type Facts = AuthorizationFacts & {
  /** The session or token id can't be used again: session_spent. */
  spend: { appId: string } & SpentSession
  /** The same for a nonce that a backend chose, which is never taken for a session: session_spent. */
  spendNonce: { appId: string } & SpentSession

  /** With contacts, of which verified ones become names: username_taken, address_taken, name_taken. */
  addUser: NewUser & { contacts?: readonly Contact[] | undefined }
  /** Gives the user another username; `removedNames` and `addedNames` are keys of names: user_missing, username_taken. */
  renameUser: OfUser &
    Pick<User, 'username' | 'usernameKey' | 'displayName'> & {
      removedNames: readonly string[]
      addedNames: readonly string[]
      /** As setUserStatus, which can't be in the same batch. */
      status?: { value: User['status']; at: number } | undefined
    }
  /** Changes nothing, but requires the user, in that token epoch: user_missing. */
  holdUser: OfUser & { tokenEpoch: number }
  /** Starts a new token epoch, which revokes whatever was issued before. With `tokenEpoch`, only from that one: user_missing. */
  signOutUser: OfUser & { tokenEpoch?: number | undefined }
  /** Deactivation signs the user out too: user_missing. */
  setUserStatus: OfUser & { status: User['status']; at: number }
  /** With everything that belongs to the user: user_missing. */
  deleteUser: OfUser
  /**
   * Deletes everything that could open the account except that verified contact: passkeys, credentials, other contacts,
   * access codes, devices with their trust keys, refresh families, and browser sessions.
   */
  removeAccess: OfUser & Pick<Contact, 'addressKey'>

  /** Slots number a user's passkeys from 1: credential_taken, slot_taken, user_missing. */
  addPasskey: Passkey & { slot: number }
  /** Changes nothing, but requires the passkey: passkey_missing. */
  holdPasskey: OfUserById
  /**
   * Never lowers a stored counter. Without a device, the stored one stays. What an import left open, the handle and the
   * backup eligibility, is stored once: passkey_missing.
   */
  usePasskey: OfUserById &
    Pick<Passkey, 'signCount' | 'backupEligible' | 'backedUp' | 'userVerified'> & {
      at: number
      deviceId?: string | undefined
      userHandle?: string | undefined
    }
  /** passkey_missing */
  renamePasskey: OfUserById & { name: string }
  /** passkey_missing */
  deletePasskey: OfUserById
  /** Every passkey of the user, of whom there must be one: passkey_missing. */
  deletePasskeys: OfUser
  /** `nonce` is used once by each user: nonce_used, session_spent. */
  addTransaction: Transaction

  /** `known`: ids of devices that the user surely has, which spares a look at how many there are: user_missing. */
  seeDevice: OfUser & Device & { known?: readonly (string | undefined)[] | undefined }
  /** For every user who has it: device_missing. */
  forgetDevice: OfApplication
  /** Every device of the user, of which there must be one: device_missing. */
  forgetDevices: OfUser

  /**
   * A verified contact replaces the user's contact of its kind, and is taken from any other user who verified it; one
   * that isn't verified replaces only what else waits to be. Codes sent to what it replaces end: user_missing,
   * address_taken (another user verified it at this moment: write again), name_taken.
   */
  setContact: Contact
  /** Adds a verified contact, and keeps those that the user has: address_taken, name_taken, user_missing. */
  adoptContact: Contact
  /** A waiting contact becomes the one of its place: contact_missing, address_taken, name_taken. */
  verifyContact: Contact & { at: number }
  /** The verified primary contact becomes the secondary one, and vice versa: contact_missing. */
  swapContacts: OfKind
  /** The contact with that key, or, without a key, all of that place. Codes sent there end: contact_missing. */
  removeContact: OfKind & Pick<Contact, 'secondary'> & { addressKey?: string | undefined }

  /** Replaces the older code of its purpose and method: user_missing. */
  putCode: Code
  /** While it hasn't expired, and at most `failures` attempts at its method have failed in a row: code_missing. */
  spendCode: { code: Code; failures: number; at: number }
  /** Ends the account's other codes; with `method`, only those. */
  endOtherCodes: { code: Code; method?: Code['method'] }
  /** Forgets failed attempts; without a method, those of all methods. */
  unlock: Omit<FailureCounter, 'method'> & { method?: string }
  /** Counts a failed attempt, of which there can be `most` in a row: method_locked, user_missing. */
  countFailure: FailureCounter & { userId: string | undefined; at: number; most: number }

  /** Replaces the user's other code of its purpose and type: user_missing. */
  putAccessCode: AccessCode
  /** access_code_missing */
  authorizeAccessCode: OfApplication & { at: number }
  /** Requires an authorized code that hasn't expired: access_code_missing. */
  spendAccessCode: OfUserById & { at: number }
  deleteAccessCodes: AccessCodesOf

  /** user_missing, credential_replaced */
  addCredential: Credential
  /** Deletes what a credential of that type and status replaces. */
  replaceCredentials: Credential
  /** Deletes the user's active credential of that type. */
  deleteActiveCredential: Credential
  /** Uses up a time step of the credential, as it was read: credential_missing, credential_replaced. */
  useCredential: { credential: Credential; step: number; at: number }
  /** As it was read: credential_missing. */
  deleteCredential: Credential
  /** credential_missing */
  renameCredential: OfUserById & { name: string; at: number }
  /** Its secret is deleted: credential_missing. */
  revokeCredential: OfUserById & { at: number }

  /** `latest`: the id of its first token. user_missing */
  addRefreshFamily: RefreshFamily & { latest: string }
  /** Requires that `used` is the latest token and the family isn't revoked; `expiresAt` is its new expiry: refresh_missing. */
  rotateRefreshToken: OfApplication & { used: string; next: string; at: number; expiresAt?: number }
  /** refresh_missing */
  revokeRefreshFamily: OfApplication & { at: number }

  /** Another site has the host: site_exists. The application as it was read: application_changed. */
  addSite: SiteOf
  /** Everything but id and createdAt, of the version that was read: site_changed, site_exists, application_changed. */
  changeSite: SiteOf
  /** site_changed, application_changed */
  deleteSite: { application: Application; site: OfApplication }

  /** Of the version that was read, which is 0 if there was none: profile_changed, user_missing. */
  putProfile: Profile
  /** user_group_exists: another group has the name. */
  addUserGroup: Group
  /** Everything but id and createdAt, of the version that was read: user_group_changed, user_group_exists. */
  changeUserGroup: Group
  /** With its memberships: user_group_changed. */
  deleteUserGroup: OfApplication
  /** Does nothing if the user is a member: user_missing, user_group_missing (SQLite: user_missing for both). */
  addUserGroupMember: GroupMembership
  /** membership_missing */
  removeUserGroupMember: GroupMembership

  /** With `latest`, only while no application has a later version: application_exists, application_changed. */
  addApplication: { application: Application; key: SigningKey; latest?: number }
  /** Everything but id and createdAt, of the version that was read; `latest` as above: application_changed. */
  changeApplication: Application & { latest?: number | undefined }
  /** Of the version that was read: application_changed, key_missing. */
  changeSigningKeys: { application: Application; change: KeyChange; at: number }
  /** With its keys, of the version that was read; what else belongs to it remains until `purge`: application_changed. */
  deleteApplication: { application: Application; at: number }
  addApiKey: ApiKey
  /** Never moves the time of the last use back; does nothing if there is no such key. */
  useApiKey: ApiKeyUse
  /** key_missing */
  revokeApiKey: OfApplication & { at: number }
  addClientKey: ClientKey
  /** key_missing */
  revokeClientKey: OfApplication & { at: number }
  /** With the roles: user_missing. */
  addMember: Omit<MemberWithRoles, 'username'>
  /** `removed`: the applications of roles that end: user_missing. */
  changeMember: Pick<MemberWithRoles, 'userId' | 'name' | 'roles'> & { removed: readonly string[] }
  /** Requires the version that was read: members_changed. */
  raiseMembersVersion: { name: string; from: string; to: string }
  /** Requires the member: user_missing. */
  addDirectoryUser: Omit<DirectoryUser, 'userName' | 'active'>
  /** user_missing */
  changeDirectoryUser: Pick<DirectoryUser, 'userId' | 'externalId' | 'profile' | 'updatedAt'>
  addDirectoryGroup: Omit<DirectoryGroup, 'roles'>
  /** group_missing */
  changeDirectoryGroup: Pick<DirectoryGroup, 'id' | 'displayName' | 'externalId' | 'updatedAt'>
  /** With its memberships and roles: group_missing. */
  deleteDirectoryGroup: Pick<DirectoryGroup, 'id'>
  /** None of them must exist: user_missing, group_missing. */
  addGroupMembers: readonly Membership[]
  /** Ignores those that don't exist. */
  removeGroupMembers: readonly Membership[]
  /** Replaces the member's role on that application, if there is one: user_missing. */
  putMemberRoles: readonly MemberRole[]
  /** Ignores those that don't exist. */
  removeMemberRoles: readonly Omit<MemberRole, 'role'>[]
  /** `removed`: the applications of roles that end: group_missing. */
  mapDirectoryGroup: { groupId: string; removed: readonly string[] } & Pick<DirectoryGroup, 'roles'>
  addInvitation: Invitation
  /** While it works: invitation_missing. */
  withdrawInvitation: Pick<Invitation, 'id'>
  /** Withdraws the open invitations that were created by this member or key; does nothing if there are none. */
  withdrawInvitationsBy: Pick<Invitation, 'createdBy'>
  /** Withdraws the open links by which a member registers a new passkey; does nothing if there are none. */
  withdrawRecoveries: { userId: string }
  /** Replaces one with that ID that has expired or was accepted: invitation_missing if it still works. */
  renewInvitation: Invitation
  /** While it works: invitation_missing. */
  acceptInvitation: Pick<Invitation, 'id' | 'createdAt'> & { at: number }
  /** Requires the member, and the passkey or the provider: user_missing, passkey_missing, provider_missing. */
  addMemberSession: MemberSession
  /** Records when and from where a session was used; does nothing if it has ended. */
  useMemberSession: Pick<MemberSession, 'id' | 'address'> & { at: number }
  /** member_session_missing */
  confirmMemberSession: Pick<MemberSession, 'id' | 'userId' | 'passkeyId'> & { at: number }
  /** member_session_missing */
  endMemberSession: Pick<MemberSession, 'id' | 'userId'>
  /** Does nothing if there is no such session. */
  endMemberSessionOfToken: Pick<MemberSession, 'tokenHash'>
  /** Ends the sessions that began at a provider: of that session there, or all of the member. Does nothing without one. */
  endSsoSessions: { providerId: string } & ({ sid: string } | { userId: string })

  /** provider_exists */
  addSsoProvider: SsoProvider
  /** Everything but id, issuer, and createdAt: provider_missing. */
  changeSsoProvider: SsoProvider
  /** Changes nothing, but requires the provider, with that issuer: provider_missing. */
  holdSsoProvider: Pick<SsoProvider, 'id' | 'discoveryUrl'>
  /** With its identities, and the sessions that began there: provider_missing. */
  deleteSsoProvider: Pick<SsoProvider, 'id'>
  /** Requires provider and member: identity_taken, provider_missing, user_missing. */
  addSsoIdentity: SsoIdentity
  /** Records a sign-in, and what the provider said: identity_missing if the account isn't linked to that member. */
  useSsoIdentity: SsoIdentity
  /** identity_missing */
  removeSsoIdentity: Pick<SsoIdentity, 'providerId' | 'subject' | 'userId'>
  /** All of the member; does nothing if there are none. */
  removeSsoIdentities: Pick<SsoIdentity, 'userId'>
  /** Remembers that its member was removed: provider_missing. */
  addRemovedAccount: RemovedAccount
  /** Forgets that its member was removed; does nothing otherwise. */
  readmitAccount: Pick<RemovedAccount, 'providerId' | 'accountHash'>

  block: { appId: string } & BlacklistItem
  unblock: { appId: string; aaguid: string }
  unblockAll: { appId: string }

  /** Queues a message; where the application has too many, the rest is written without it. */
  queue: MessageTask
  /** Requires that the task is still this worker's: message_missing. */
  finishMessage: ClaimedTask
  /** Gives it back for another attempt: message_missing. */
  postponeMessage: ClaimedTask & { nextAt: number }
  /** limit_reached */
  raiseCount: Counter & { appId: string; expiresAt: number }
  keepInOutbox: OutboxMessage
  putMessageTemplate: CustomTemplate
  resetMessageTemplate: TemplateKey

  append: EventRecord
  /** Replaces the one of that name. */
  putSavedFilter: SavedFilter
  /** saved_filter_missing */
  deleteSavedFilter: OfApplication

  /**
   * Adds counted events: what the counts are now, and the events that they newly include. Requires that the counts are
   * still at that version, 0 before the first batch, and that none of the events was counted before: roll_up_changed.
   */
  advanceRollUp: RollUpCursor
  indexEvents: { appId: string; events: readonly Pick<EventRecord, 'userId' | 'id'>[] }
  putRollUps: readonly RollUp[]
  /** The text that finds the user; `keep` leaves an existing text as it is. Does nothing without the user. */
  putSearchText: OfUser & { text: string; keep?: boolean }
  moveSearchProgress: SearchProgress
  /** Appends them to the feed of their application, whose last position is `after`: roll_up_changed. */
  feedEvents: { appId: string; after: number; eventIds: readonly string[] }
  /** At the end of the feed. */
  addConnector: Connector
  /** Everything but id and createdAt, of the version that was read: connector_changed. */
  changeConnector: Connector
  /** With its progress and dead letters: connector_changed. */
  deleteConnector: OfApplication
  /** Lets the next attempt take place at once, as the first one. */
  wakeConnector: OfApplication
  /** Requires the lease: connector_lease_lost. */
  advanceConnector: ConnectorProgress
  /** Replaces the oldest one, if the connector has too many. */
  addDeadLetter: DeadLetter
  deleteDeadLetter: Pick<DeadLetter, 'appId' | 'connectorId' | 'position'>

  addAuditEntry: AuditEntry
}

/** One fact, such as `{ spend: session }` or `{ append: event }`. */
export type Write = { [Name in keyof Facts]: { [Only in Name]: Facts[Only] } }[keyof Facts]

/** Why a batch was not written. With several conflicts, it is that of the earliest fact that one engine notices first. */
export type Conflict =
  | 'session_spent'
  | 'username_taken'
  | 'address_taken'
  | 'name_taken'
  | 'user_missing'
  | 'credential_taken'
  | 'slot_taken'
  | 'passkey_missing'
  | 'nonce_used'
  | 'device_missing'
  | 'contact_missing'
  | 'code_missing'
  | 'method_locked'
  | 'access_code_missing'
  | 'credential_missing'
  | 'credential_replaced'
  | 'refresh_missing'
  | 'client_exists'
  | 'client_changed'
  | 'client_missing'
  | 'resource_exists'
  | 'resource_changed'
  | 'site_exists'
  | 'site_changed'
  | 'browser_session_missing'
  | 'logout_missing'
  | 'consent_exists'
  | 'consent_missing'
  | 'device_decided'
  | 'profile_changed'
  | 'user_group_exists'
  | 'user_group_changed'
  | 'user_group_missing'
  | 'membership_missing'
  | 'application_exists'
  | 'application_changed'
  | 'key_missing'
  | 'invitation_missing'
  | 'group_missing'
  | 'members_changed'
  | 'member_session_missing'
  | 'provider_exists'
  | 'provider_missing'
  | 'identity_taken'
  | 'identity_missing'
  | 'message_missing'
  | 'limit_reached'
  | 'saved_filter_missing'
  | 'roll_up_changed'
  | 'connector_changed'
  | 'connector_lease_lost'

/** The facts that append these events. */
export const append = (events: readonly EventRecord[]): Write[] => events.map((event) => ({ append: event }))

/** The facts that queue these messages. */
export const queue = (tasks: readonly MessageTask[]): Write[] => tasks.map((task) => ({ queue: task }))
