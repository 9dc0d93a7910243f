import type { adminApi, Input, Output } from '@thumbturn/contract'
import type { currentApi } from '@thumbturn/contract/current'

type Current = typeof currentApi.routes
type Admin = typeof adminApi.routes

/** A user with passkeys and devices. */
export type FoundUser = Output<Current['userFind']>
/** A passkey as backends see it. */
export type PasskeyInfo = Output<Current['anyPasskeyShow']>
/** A device and its users. */
export type SharedDevice = Output<Current['deviceShow']>
/** A signed transaction. */
export type Transaction = Output<Current['transactionFind']>
/** A group of users. */
export type Group = Output<Current['groupsList']>['groups'][number]
/** Name, description, and custom claims of a group. */
export type GroupRequest = Input<Current['groupCreate']>['body']
/** A member of a group. */
export type GroupMember = Output<Current['groupMembersList']>['members'][number]
/** A group that a user is in. */
export type HeldGroup = Output<Current['userGroupsList']>['groups'][number]
/** The profile of a user, with custom claims. */
export type UserProfile = Output<Current['userProfileShow']>
/** All fields of a profile. */
export type ProfileRequest = Input<Current['userProfileReplace']>['body']

/** Name and icons of an authenticator model. */
export type AuthenticatorModel = Output<Current['aaguidFind']>
/** The authenticator models that the application blocks. */
export type Blacklist = Output<Current['blacklistRead']>
/** A blocked authenticator model. */
export type BlacklistItem = Blacklist['items'][number]

/** The user and the device to find a way to sign in for. */
export type DiscoverRequest = Input<Current['discover']>['body']
/** How the user can sign in. */
export type Discovery = Output<Current['discover']>

/** The claims that you kept of an access token: its `sub`, `epoch`, and `credID`. */
export type BackendSession = Input<Current['sessionVerify']>['body']
/** Body of a grant. */
export type GrantRequest = Input<Current['grantCreate']>['body']
/** A scope that a user's token can have. */
export type UserScope = GrantRequest['grants'][number]

/** A new email address. */
export type EmailChange = Input<Current['profileEmailSet']>['body']
/** A new phone number. */
export type PhoneChange = Input<Current['profilePhoneSet']>['body']
/** The email address to delete. */
export type EmailDeletion = Input<Current['profileEmailDelete']>['body']
/** The phone number to delete. */
export type PhoneDeletion = Input<Current['profilePhoneDelete']>['body']
/** The code that was sent to a new email address or phone number. */
export type ContactVerification = { code: string }

/** The next tokens of a sign-in. */
export type SessionTokens = Output<Current['mfaRefresh']>

/** An event of the application. */
export type ApplicationEvent = Output<Admin['eventsList']>['events'][number]
/** Selects events; `since` and `until` in RFC 3339. */
export type EventFilter = Omit<Input<Admin['eventsList']>['query'], 'before' | 'limit'>

export type { ServiceScope } from '@thumbturn/contract'
