import { facts } from './event-facts.ts'
import type { RegistryEntry } from './registry-entry.ts'

const { clientId, secretId } = facts
const resource = 'The URI of the resource'

/** The events of OpenID clients, and of what users do with them: part of the registry. */
export const openidEvents = {
  'fido2.openid.client_created': {
    severity: 'notice',
    summary: 'An OpenID client was created: users can sign in to it.',
    fields: [],
    detail: { clientId, name: 'Its name' },
  },
  'fido2.openid.client_changed': {
    severity: 'notice',
    summary: 'An OpenID client was changed.',
    fields: [],
    detail: { clientId, fields: 'The changed fields, separated by spaces' },
  },
  'fido2.openid.client_deleted': {
    severity: 'notice',
    summary: 'An OpenID client was deleted: its tokens no longer work.',
    fields: [],
    detail: { clientId },
  },
  'fido2.openid.secret_added': {
    severity: 'notice',
    summary: 'A secret of an OpenID client was created.',
    fields: [],
    detail: { clientId, secretId },
  },
  'fido2.openid.secret_retired': {
    severity: 'notice',
    summary: 'A secret of an OpenID client was retired: it no longer works.',
    fields: [],
    detail: { clientId, secretId },
  },
  'fido2.openid.resource_created': {
    severity: 'notice',
    summary: 'A protected resource was created: OpenID clients can ask for access to it.',
    fields: [],
    detail: { resource, name: 'Its name' },
  },
  'fido2.openid.resource_changed': {
    severity: 'notice',
    summary: 'A protected resource was changed.',
    fields: [],
    detail: { resource, fields: 'The changed fields, separated by spaces' },
  },
  'fido2.openid.resource_deleted': {
    severity: 'notice',
    summary: 'A protected resource was deleted: OpenID clients get no more access to it.',
    fields: [],
    detail: { resource },
  },
  'fido2.openid.session_ended': {
    severity: 'info',
    summary: 'A browser session of a user was ended.',
    fields: ['userId'],
    detail: { sessionId: 'The ID of the session' },
  },
  'fido2.openid.consent_revoked': {
    severity: 'info',
    summary: "A user's consent to an OpenID client was revoked: its refresh tokens no longer work.",
    fields: ['userId'],
    detail: { clientId },
  },
  'fido2.openid.session_started': {
    severity: 'info',
    summary: 'A user signed in at the hosted pages, in a browser that now has a session.',
    fields: ['userId', 'passkeyId'],
    detail: { sessionId: 'The ID of the session' },
  },
  'fido2.openid.consent_granted': {
    severity: 'info',
    summary: 'A user allowed an OpenID client what it asked for.',
    fields: ['userId'],
    detail: { clientId, scopes: 'The scopes, separated by spaces' },
  },
  'fido2.openid.device_allowed': {
    severity: 'info',
    summary: 'A user allowed a device that shows a code to sign in to an OpenID client.',
    fields: ['userId', 'passkeyId'],
    detail: { clientId },
  },
  'fido2.openid.device_denied': {
    severity: 'notice',
    summary:
      'A user denied the sign-in of a device that shows a code: someone may have tried to get access to their account.',
    fields: ['userId', 'passkeyId'],
    detail: { clientId },
  },
  'fido2.openid.signed_in': {
    severity: 'info',
    summary: 'A user signed in to an OpenID client.',
    fields: ['userId', 'passkeyId'],
    detail: { clientId, scopes: 'The scopes, separated by spaces' },
  },
  'fido2.openid.code_reused': {
    severity: 'warning',
    summary: 'An authorization code was used twice, so everything that its first use led to was revoked.',
    fields: ['userId'],
    detail: { clientId },
  },
  'fido2.openid.refresh_reused': {
    severity: 'warning',
    summary: 'A refresh token of an OpenID client was used twice, so its authorization was revoked.',
    fields: ['userId'],
    detail: { clientId },
  },
  'fido2.openid.logout_failed': {
    severity: 'warning',
    summary: 'An OpenID client accepted no logout token for an hour, so it was not notified that a session ended.',
    fields: [],
    detail: { clientId, reason: 'Why the last attempt failed' },
  },
  'fido2.openid.tokens_revoked': {
    severity: 'info',
    summary: 'An OpenID client revoked a token.',
    fields: ['userId'],
    detail: { clientId },
  },
} as const satisfies Readonly<Record<string, RegistryEntry>>
