import { attemptKinds } from './attempt-kinds.ts'
import { authentication, ceremony, model } from './ceremony-facts.ts'
import type { Severity } from './events.ts'
import type { RegistryEntry } from './registry-entry.ts'

const codeType = 'short, long or phrase'
const codePurpose = 'add_credential or temporary_authentication'
const credentialType = 'fido2, password, publickey, recovery_code, phone_otp, email_otp or totp'
const keyId = 'The id of the key'
const by = 'The id of an admin key, `member` with the id of a member, or `command line`'
const kid = 'The key'
const keyChanger =
  'The id of an admin key, `member` with the id of a member, `command line`, or `upkeep` where its last token had ended'
const key =
  'The id of the API key, client key, or admin key that did it, `member` with the id of a member, or `command line`'
const all = 'true: everything of that kind that the user had'
const messageKind = 'What it was about'
const channel = 'email, sms or voice'
const method = 'How the code was delivered: device, email, or sms'
const kind = 'email or phone'
const aaguid = 'The AAGUID of the authenticator model'

/**
 * Every type of event, by subject and outcome: `fido2.<subject>.<what>[.<outcome>]`, with underscores between words.
 * Types are derived from this table, and the website's authentication registry is made from it.
 */
export const eventRegistry = {
  'fido2.application.created': {
    severity: 'notice',
    summary: 'An application was added.',
    fields: [],
    detail: {},
  },
  'fido2.application.changed': {
    severity: 'notice',
    summary: 'An application or its settings were changed.',
    fields: [],
    detail: { members: 'What was changed, separated by spaces' },
  },
  'fido2.application.deleted': {
    severity: 'warning',
    summary: 'An application was deleted with its keys, users, and events; an event of the installation.',
    fields: [],
    detail: { application: 'The application', by },
  },
  'fido2.clock.jumped': {
    severity: 'warning',
    summary: 'The clock of a node was set ahead or back (in the history of `thumbturn`).',
    fields: [],
    detail: { seconds: 'By how much, negative where it was set back' },
  },
  'fido2.api_key.created': {
    severity: 'notice',
    summary: 'An API key was created.',
    fields: [],
    detail: { keyId, name: 'Its name', scopes: 'Its scopes, separated by spaces' },
  },
  'fido2.api_key.revoked': {
    severity: 'notice',
    summary: 'An API key was revoked.',
    fields: [],
    detail: { keyId },
  },
  'fido2.client_key.added': {
    severity: 'notice',
    summary: 'A client key was registered, whose service tokens are accepted.',
    fields: [],
    detail: { keyId, name: 'Its name', by },
  },
  'fido2.client_key.revoked': {
    severity: 'notice',
    summary: 'A client key was revoked, and its service tokens are rejected.',
    fields: [],
    detail: { keyId, by },
  },
  'fido2.signing_key.created': {
    severity: 'notice',
    summary: 'A key that will sign the tokens of the application was created and published.',
    fields: [],
    detail: { kid, by: keyChanger },
  },
  'fido2.signing_key.retired': {
    severity: 'notice',
    summary: 'A key was retired: it is no longer published, and its tokens are rejected.',
    fields: [],
    detail: { kid, by: keyChanger },
  },
  'fido2.calls.refused': {
    severity: 'notice',
    summary: 'The number of calls rejected in the last minute, on one node; the log has the reason of each.',
    fields: [],
    detail: {
      count: 'All of them together',
      signIns: 'Sign-ins by passkey',
      registrations: 'Registrations',
      transactions: 'Transactions',
      codes: 'One-time codes',
      mfa: 'Steps of MFA flows',
      credentials: 'API keys, tokens and sessions; those that name no application are counted for `thumbturn`',
      limited: 'Calls beyond a rate limit',
      others: 'Other calls',
    },
  },
  'fido2.attempts.counted': {
    severity: 'info',
    summary: 'The number of ceremonies that started in the last minute on one node, and what clients reported.',
    fields: [],
    detail: attemptKinds,
  },
  'fido2.passkey.reg.failure': {
    severity: 'notice',
    summary: 'A passkey registration was rejected, for the reason given.',
    fields: ['userId'],
    detail: {},
  },
  'fido2.passkey.reg.success': {
    severity: 'notice',
    summary: 'A passkey was registered.',
    fields: ['userId', 'passkeyId', 'deviceId'],
    detail: {
      aaguid,
      attested: 'Whether a trusted attestation proves the model; otherwise, it is what the client states',
      ...model,
      newUser: 'Whether the user signed up with it',
      ...ceremony,
    },
  },
  'fido2.passkey.reg.aaguid.blocked': {
    severity: 'warning',
    summary: 'A registration passed every check, but its authenticator model is blocked or not certified.',
    fields: ['userId'],
    detail: { aaguid, by: 'What blocks the model: blacklist, allow list, or certification level', ...model },
  },
  'fido2.passkey.auth.failure': {
    severity: 'notice',
    summary: 'A sign-in with a passkey was rejected, for the reason given.',
    fields: ['userId'],
    detail: {},
  },
  'fido2.passkey.auth.success': {
    severity: 'info',
    summary: 'A user signed in with a passkey.',
    fields: ['userId', 'passkeyId', 'deviceId'],
    detail: { aaguid, ...authentication, ...ceremony },
  },
  'fido2.passkey.auth.counter': {
    severity: 'warning',
    summary: 'A signature counter did not rise: the passkey may have been copied.',
    fields: ['userId', 'passkeyId', 'deviceId'],
    detail: { stored: 'The counter as it was stored', received: 'The counter in the assertion' },
  },
  'fido2.passkey.auth.aaguid.blocked': {
    severity: 'warning',
    summary: 'A passkey passed every check, but its authenticator model is blocked.',
    fields: ['userId', 'passkeyId'],
    detail: { aaguid, by: 'What blocks the model: blacklist or allow list', ...model },
  },
  'fido2.passkey.renamed': {
    severity: 'info',
    summary: 'A passkey was renamed.',
    fields: ['userId', 'passkeyId'],
    detail: { key },
  },
  'fido2.passkey.deleted': {
    severity: 'notice',
    summary: 'A passkey, or every passkey of a user, was deleted.',
    fields: ['userId', 'passkeyId'],
    detail: { key, all },
  },
  'fido2.access_code.generated': {
    severity: 'notice',
    summary: 'A backend, or its user with a passkey, created a code that signs the user in on another device.',
    fields: ['userId'],
    detail: { key, type: codeType, purpose: codePurpose },
  },
  'fido2.access_code.authorized': {
    severity: 'notice',
    summary: 'A backend authorized a code.',
    fields: ['userId'],
    detail: { key, type: codeType, purpose: codePurpose },
  },
  'fido2.access_code.invalidated': {
    severity: 'notice',
    summary: 'A backend invalidated the codes of a user.',
    fields: ['userId'],
    detail: { key, purpose: codePurpose },
  },
  'fido2.access_code.used': {
    severity: 'notice',
    summary: 'A user signed in, or set a password, with a code.',
    fields: ['userId'],
    detail: { type: codeType, purpose: codePurpose },
  },
  'fido2.connector.tested': {
    severity: 'info',
    summary: 'A test of a connector, sent only by this connector; no part of the history.',
    fields: [],
    detail: { connector: 'The connector' },
  },
  'fido2.credential.added': {
    severity: 'notice',
    summary: 'A user got a credential other than a passkey.',
    fields: ['userId'],
    detail: { key, type: credentialType },
  },
  'fido2.credential.proved': {
    severity: 'info',
    summary: 'A user verified a credential other than a passkey.',
    fields: ['userId'],
    detail: { type: credentialType },
  },
  'fido2.credential.revoked': {
    severity: 'notice',
    summary: 'A backend revoked a credential of a user.',
    fields: ['userId'],
    detail: { key, type: credentialType },
  },
  'fido2.user.created': {
    severity: 'notice',
    summary: 'A backend created a user without any credential.',
    fields: ['userId'],
    detail: { key },
  },
  'fido2.user.imported': {
    severity: 'notice',
    summary: 'A user was imported, with passkeys registered elsewhere.',
    fields: ['userId'],
    detail: { passkeys: 'How many', key },
  },
  'fido2.user.activated': {
    severity: 'notice',
    summary: 'A backend let a deactivated user sign in again.',
    fields: ['userId'],
    detail: { key },
  },
  'fido2.user.deactivated': {
    severity: 'notice',
    summary:
      'A backend deactivated a user: nothing of theirs signs in, and what was issued to them before stays rejected.',
    fields: ['userId'],
    detail: { key },
  },
  'fido2.user.signed_out': {
    severity: 'notice',
    summary: 'A backend or an operator signed a user out everywhere: whatever was issued to them before is rejected.',
    fields: ['userId'],
    detail: { key },
  },
  'fido2.user.deleted': {
    severity: 'notice',
    summary: 'A user was deleted with all their data.',
    fields: ['userId'],
    detail: { key },
  },
  'fido2.device.deleted': {
    severity: 'info',
    summary: 'A device, or every device of a user, was deleted.',
    fields: ['userId', 'deviceId'],
    detail: { key, all },
  },
  'fido2.tx.failure': {
    severity: 'notice',
    summary: 'A transaction confirmation was rejected, for the reason given.',
    fields: ['userId'],
    detail: {},
  },
  'fido2.tx.completed': {
    severity: 'info',
    summary: 'A user confirmed a transaction.',
    fields: ['userId', 'passkeyId', 'deviceId'],
    detail: { txId: 'The transaction', payment: '`true` if the browser showed payee and amount' },
  },
  'fido2.grant.issued': {
    severity: 'info',
    summary: 'A backend got a grant for a user.',
    fields: ['userId'],
    detail: { key, grants: 'The scopes of the grant, separated by spaces' },
    personal: { username: 'The username, if it has no user yet' },
  },
  'fido2.mfa.factor.success': {
    severity: 'info',
    summary: 'A user verified a factor of an MFA flow.',
    fields: ['userId', 'passkeyId', 'deviceId'],
    detail: { flow: 'The flow', factor: 'The verified factor' },
  },
  'fido2.mfa.failure': {
    severity: 'notice',
    summary: 'A step of an MFA flow was rejected, for the reason given.',
    fields: ['userId'],
    detail: {},
  },
  'fido2.mfa.success': {
    severity: 'info',
    summary: 'A user completed an MFA flow.',
    fields: ['userId', 'passkeyId', 'deviceId'],
    detail: {
      flow: 'The flow',
      traceId: "The client's name for it",
      kind: 'signIn or signUp',
      factors: 'The verified factors in order, separated by spaces',
    },
  },
  'fido2.mfa.refresh.reused': {
    severity: 'critical',
    summary: 'A used refresh token was presented again, so a copy exists: all tokens of that sign-in were revoked.',
    fields: ['userId', 'passkeyId'],
    detail: { family: 'The sign-in' },
  },
  'fido2.aaguid.blacklist.changed': {
    severity: 'notice',
    summary: 'The blacklist of authenticator models was changed.',
    fields: [],
    detail: {
      key,
      merged: 'How many models were blocked, or blocked differently',
      removed: 'How many were unblocked',
      cleared: 'true: every model was unblocked',
    },
  },
  'fido2.otp.shown': {
    severity: 'notice',
    summary: 'A one-time code was shown to a signed-in user, for another device.',
    fields: ['userId', 'passkeyId'],
    detail: {},
  },
  'fido2.otp.failure': {
    severity: 'notice',
    summary: 'A one-time code was rejected, for the reason given.',
    fields: ['userId'],
    detail: {},
  },
  'fido2.otp.verified': {
    severity: 'info',
    summary: 'A user verified a one-time code.',
    fields: ['userId'],
    detail: { method, purpose: 'What the code was for: sign-in, mfa, contact or credential' },
  },
  'fido2.otp.exhausted': {
    severity: 'warning',
    summary:
      'The last attempt at codes of a method was made: unless it succeeded, they are locked until a passkey is used.',
    fields: ['userId'],
    detail: { method },
  },
  'fido2.contact.changed': {
    severity: 'notice',
    summary: 'A backend set a contact of a user.',
    fields: ['userId'],
    detail: { key, kind, verified: 'Whether the backend asserted it; otherwise it waits for a code' },
  },
  'fido2.contact.verified': {
    severity: 'notice',
    summary: 'A user verified a contact with a code.',
    fields: ['userId'],
    detail: { kind },
  },
  'fido2.contact.deleted': {
    severity: 'notice',
    summary: 'A backend removed a contact of a user.',
    fields: ['userId'],
    detail: { key, kind },
  },
  'fido2.user.recovered': {
    severity: 'warning',
    summary:
      'A user verified the address that is their username for the first time; everything that opened the account before was removed.',
    fields: ['userId'],
    detail: { kind },
  },
  'fido2.message.sent': {
    severity: 'info',
    summary: 'A message was handed to its delivery service.',
    fields: ['userId'],
    detail: { kind: messageKind, channel },
  },
  'fido2.message.failed': {
    severity: 'warning',
    summary: 'A message could not be delivered and was given up.',
    fields: ['userId'],
    detail: { kind: messageKind, channel, reason: 'Why, without address and secret' },
  },
  'fido2.message.limited': {
    severity: 'warning',
    summary: 'A message was not sent because a limit was reached; written once for each limit and hour.',
    fields: [],
    detail: { channel, limit: 'Which limit', most: 'How many messages it allows' },
  },
} as const satisfies Readonly<Record<`fido2.${string}`, RegistryEntry>>

/** The type of an event. */
export type EventType = keyof typeof eventRegistry

/** The severity of a type. */
export const findSeverity = (type: EventType): Severity => eventRegistry[type].severity
