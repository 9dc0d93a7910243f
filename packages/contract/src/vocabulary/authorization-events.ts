import { facts } from './event-facts.ts'
import type { RegistryEntry } from './registry-entry.ts'

const { clientId } = facts

/** The events of sign-ins to OpenID clients, by the hosted pages and the protocol: part of the registry. */
export const authorizationEvents = {
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
  'fido2.openid.tokens_revoked': {
    severity: 'info',
    summary: 'An OpenID client revoked a token.',
    fields: ['userId'],
    detail: { clientId },
  },
} as const satisfies Readonly<Record<string, RegistryEntry>>
