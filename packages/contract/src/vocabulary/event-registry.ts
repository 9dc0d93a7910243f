import { attemptKinds } from './attempt-kinds.ts'
import { authentication, ceremony, model } from './ceremony-facts.ts'
import { facts } from './event-facts.ts'
import type { Severity } from './events.ts'
import { groupEvents } from './group-events.ts'
import { openidEvents } from './openid-events.ts'
import type { RegistryEntry } from './registry-entry.ts'
import { rejectedCallKinds } from './rejected-call-kinds.ts'
import { siteEvents } from './site-events.ts'

const { codeType, codePurpose, credentialType, keyId, by, kid, keyChanger, key, all } = facts
const { messageKind, channel, method, kind, aaguid } = facts

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
    detail: { fields: 'The changed fields, separated by spaces' },
  },
  'fido2.application.deleted': {
    severity: 'warning',
    summary: 'An application was deleted with its keys, users, and events (in the history of `thumbturn`).',
    fields: [],
    detail: { application: 'The ID of the application', by },
  },
  'fido2.clock.jumped': {
    severity: 'warning',
    summary: 'The clock of a node was set forward or back (in the history of `thumbturn`).',
    fields: [],
    detail: { seconds: 'By how many seconds; negative if it was set back' },
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
    summary: 'A client key was registered: service tokens signed with it are accepted.',
    fields: [],
    detail: { keyId, name: 'Its name', by },
  },
  'fido2.client_key.revoked': {
    severity: 'notice',
    summary: 'A client key was revoked: service tokens signed with it are rejected.',
    fields: [],
    detail: { keyId, by },
  },
  ...openidEvents,
  ...siteEvents,
  'fido2.signing_key.created': {
    severity: 'notice',
    summary: "A key that will sign the application's tokens was created and published.",
    fields: [],
    detail: { kid, by: keyChanger },
  },
  'fido2.signing_key.retired': {
    severity: 'notice',
    summary: 'A signing key was retired: it is no longer published, and its tokens are rejected.',
    fields: [],
    detail: { kid, by: keyChanger },
  },
  'fido2.calls.rejected': {
    severity: 'notice',
    summary: 'The number of calls rejected in the last minute, on one node; the log has the reason for each.',
    fields: [],
    detail: { count: 'The total', ...rejectedCallKinds },
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
      attested: "Whether a trusted attestation proves the model; otherwise, it is only the client's claim",
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
    summary: "A signature counter didn't increase: the passkey may have been copied.",
    fields: ['userId', 'passkeyId', 'deviceId'],
    detail: { stored: 'The stored counter', received: 'The counter in the assertion' },
  },
  'fido2.passkey.auth.backup': {
    severity: 'warning',
    summary: 'The backup eligibility of a passkey changed: from device-bound to synced, or back.',
    fields: ['userId', 'passkeyId', 'deviceId'],
    detail: { stored: 'Whether it could be synced before', received: 'Whether it can now' },
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
    summary: 'A backend, or a user with a passkey, created a code that signs the user in on another device.',
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
    summary: 'A test event, sent only through the connector that is tested; not part of the history.',
    fields: [],
    detail: { connector: 'The ID of the connector' },
  },
  'fido2.credential.added': {
    severity: 'notice',
    summary: 'A credential other than a passkey was added for a user.',
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
    detail: { passkeys: 'How many passkeys', groups: 'In how many groups, if in any', key },
  },
  'fido2.user.activated': {
    severity: 'notice',
    summary: 'A backend reactivated a user, who can sign in again.',
    fields: ['userId'],
    detail: { key },
  },
  'fido2.user.deactivated': {
    severity: 'notice',
    summary: "A backend deactivated a user, who can't sign in. Everything issued to the user before stays rejected.",
    fields: ['userId'],
    detail: { key },
  },
  'fido2.user.signed_out': {
    severity: 'notice',
    summary: 'A backend or an operator signed a user out everywhere. Everything issued to the user before is rejected.',
    fields: ['userId'],
    detail: { key },
  },
  'fido2.user.deleted': {
    severity: 'notice',
    summary: 'A user and all their data were deleted.',
    fields: ['userId'],
    detail: { key },
  },
  ...groupEvents,
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
      traceId: "The client's name for the flow",
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
      merged: 'How many models were blocked or had their block changed',
      removed: 'How many were unblocked',
      cleared: '`true` if every model was unblocked',
    },
  },
  'fido2.otp.shown': {
    severity: 'notice',
    summary: 'A cross-device code was shown to a signed-in user.',
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
    detail: { method, purpose: 'What the code was for: sign-in, mfa, contact, or credential' },
  },
  'fido2.otp.exhausted': {
    severity: 'warning',
    summary:
      'The last allowed attempt at codes of a method was made. Unless it succeeded, these codes are locked until the user signs in with a passkey.',
    fields: ['userId'],
    detail: { method },
  },
  'fido2.contact.changed': {
    severity: 'notice',
    summary: 'A backend set a contact of a user.',
    fields: ['userId'],
    detail: {
      key,
      kind,
      verified: 'Whether the backend asserted that it is verified; otherwise, the user must verify it with a code',
    },
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
      'A user verified the email address or phone number that is their username for the first time. Everything that gave access to the account before was removed.',
    fields: ['userId'],
    detail: { kind },
  },
  'fido2.sso_account.linked': {
    severity: 'notice',
    summary: 'An account of an identity provider was linked to a member (in the history of `thumbturn`).',
    fields: ['userId'],
    detail: { provider: 'The ID of the provider' },
  },
  'fido2.sso_account.unlinked': {
    severity: 'notice',
    summary: 'A link of a member to an account of an identity provider was removed (in the history of `thumbturn`).',
    fields: ['userId'],
    detail: { provider: 'The ID of the provider' },
  },
  'fido2.message.sent': {
    severity: 'info',
    summary: 'A message was passed to its delivery service.',
    fields: ['userId'],
    detail: { kind: messageKind, channel },
  },
  'fido2.message.failed': {
    severity: 'warning',
    summary: "A message couldn't be delivered and won't be retried.",
    fields: ['userId'],
    detail: { kind: messageKind, channel, reason: 'The reason, without addresses or secrets' },
  },
  'fido2.message.limited': {
    severity: 'warning',
    summary: "A message wasn't sent because a limit was reached; recorded once per limit and hour.",
    fields: [],
    detail: { channel, limit: 'Which limit', most: 'How many messages it allows' },
  },
} as const satisfies Readonly<Record<`fido2.${string}`, RegistryEntry>>

/** The type of an event. */
export type EventType = keyof typeof eventRegistry

/** The severity of a type. */
export const findSeverity = (type: EventType): Severity => eventRegistry[type].severity
