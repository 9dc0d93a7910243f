import { describeAssignments } from '../common/members/roles.ts'

/** Each kind of change as the rest of a sentence that begins with the actor. */
const actionTexts: Readonly<Record<string, string>> = {
  'apiKey.created': 'created the API key',
  'apiKey.revoked': 'revoked the API key',
  'application.changed': 'changed the application',
  'application.created': 'created the application',
  'application.deleted': 'deleted the application',
  'authenticators.blocked': 'blocked authenticators',
  'authenticators.unblocked': 'unblocked authenticators',
  'browserSession.ended': 'ended a browser session of the user',
  'client.changed': 'changed the OpenID client',
  'client.created': 'created the OpenID client',
  'client.deleted': 'deleted the OpenID client',
  'client.secretAdded': 'added a secret to the OpenID client',
  'client.secretRetired': 'retired a secret of the OpenID client',
  'clientKey.added': 'added the client key',
  'clientKey.revoked': 'revoked the client key',
  'connector.changed': 'changed the connector',
  'connector.created': 'created the connector',
  'connector.deleted': 'deleted the connector',
  'connector.discarded': 'discarded dead letters of the connector',
  'connector.paused': 'paused the connector',
  'connector.replayed': 'replayed dead letters of the connector',
  'connector.resumed': 'resumed the connector',
  'connector.rotated': 'rotated the secrets of the connector',
  'connector.tested': 'tested the connector',
  'consent.revoked': 'revoked a consent of the user',
  'directoryGroup.changed': 'changed the directory group',
  'directoryGroup.created': 'created the directory group',
  'directoryGroup.deleted': 'deleted the directory group',
  'directoryGroup.mapped': 'mapped roles to the directory group',
  'group.changed': 'changed the group',
  'group.created': 'created the group',
  'group.deleted': 'deleted the group',
  'group.membersChanged': 'changed the members of the group',
  'invitation.created': 'created the invitation',
  'invitation.withdrawn': 'withdrew the invitation',
  'logLevel.changed': 'changed the log level',
  'masterKey.added': 'let the master key open the database:',
  'masterKey.removed': 'removed the master key',
  'member.changed': 'changed the member',
  'member.joined': 'joined the installation',
  'member.provisioned': 'provisioned the member',
  'member.recovered': 'created a new passkey after a recovery',
  'member.removed': 'removed the member',
  'messageTemplate.changed': 'changed the message',
  'messageTemplate.reset': 'reset the message',
  'messageTemplate.tested': 'sent a test of the message',
  'passkey.added': 'added the passkey',
  'passkey.deleted': 'revoked the passkey',
  'passkey.renamed': 'renamed the passkey',
  'resource.changed': 'changed the protected API',
  'resource.created': 'created the protected API',
  'resource.deleted': 'deleted the protected API',
  'savedFilter.deleted': 'deleted the saved filter',
  'savedFilter.saved': 'saved the filter',
  'session.ended': 'ended the session',
  'signingKey.created': 'added the signing key',
  'signingKey.retired': 'retired the signing key',
  'site.changed': 'changed the protected site',
  'site.created': 'created the protected site',
  'site.deleted': 'deleted the protected site',
  'ssoIdentity.linked': 'linked a single sign-on account of',
  'ssoIdentity.unlinked': 'removed a link to a single sign-on account of',
  'ssoProvider.changed': 'changed the single sign-on provider',
  'ssoProvider.created': 'added the single sign-on provider',
  'ssoProvider.deleted': 'deleted the single sign-on provider',
  'user.created': 'created the user',
  'user.dataExported': 'downloaded all data about the user',
  'user.deleted': 'deleted the user',
  'user.groupsChanged': 'changed the groups of the user',
  'user.invited': 'created an invitation link for the user',
  'user.profileChanged': 'changed the profile of the user',
  'user.signedOut': 'signed out the user',
  'user.statusChanged': 'changed the status of the user',
  'users.exported': 'exported users',
  'users.imported': 'imported users',
}

/** A change in words; its name, if this page is older than the service. */
export const describeAction = (action: string): string => actionTexts[action] ?? action

/** One field of a change; undefined where there was or is no value. */
export type Change = { field: string; from: string | undefined; to: string | undefined }

/** The fields of a change, with their values as text. */
export function listChanges(before: object = {}, after: object = {}): Change[] {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const fields = [...new Set([...from.keys(), ...to.keys()])]
  return fields.map((field) => ({
    field,
    from: formatValue(field, from.get(field)),
    to: formatValue(field, to.get(field)),
  }))
}

function formatValue(field: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (field === 'roles') return describeAssignments(value)
  return value.every((item) => typeof item === 'string') ? value.join(', ') : JSON.stringify(value)
}
