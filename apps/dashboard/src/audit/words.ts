import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { describeAssignments } from '../common/members/roles.ts'

/** Each kind of change as the rest of a sentence that begins with the actor, or as a title, whatever suits the language. */
const actionTexts: Readonly<Record<string, MessageDescriptor>> = {
  'apiKey.created': msg`created the API key`,
  'apiKey.revoked': msg`revoked the API key`,
  'application.changed': msg`changed the application`,
  'application.created': msg`created the application`,
  'application.deleted': msg`deleted the application`,
  'authenticators.blocked': msg`blocked authenticators`,
  'authenticators.unblocked': msg`unblocked authenticators`,
  'browserSession.ended': msg`ended a browser session of the user`,
  'client.changed': msg`changed the OpenID client`,
  'client.created': msg`created the OpenID client`,
  'client.deleted': msg`deleted the OpenID client`,
  'client.secretAdded': msg`added a secret to the OpenID client`,
  'client.secretRetired': msg`retired a secret of the OpenID client`,
  'clientKey.added': msg`added the client key`,
  'clientKey.revoked': msg`revoked the client key`,
  'connector.changed': msg`changed the connector`,
  'connector.created': msg`created the connector`,
  'connector.deleted': msg`deleted the connector`,
  'connector.discarded': msg`discarded dead letters of the connector`,
  'connector.paused': msg`paused the connector`,
  'connector.replayed': msg`replayed dead letters of the connector`,
  'connector.resumed': msg`resumed the connector`,
  'connector.rotated': msg`rotated the secrets of the connector`,
  'connector.tested': msg`tested the connector`,
  'consent.revoked': msg`revoked a consent of the user`,
  'directoryGroup.changed': msg`changed the directory group`,
  'directoryGroup.created': msg`created the directory group`,
  'directoryGroup.deleted': msg`deleted the directory group`,
  'directoryGroup.mapped': msg`mapped roles to the directory group`,
  'group.changed': msg`changed the group`,
  'group.created': msg`created the group`,
  'group.deleted': msg`deleted the group`,
  'group.membersChanged': msg`changed the members of the group`,
  'invitation.created': msg`created the invitation`,
  'invitation.withdrawn': msg`withdrew the invitation`,
  'logLevel.changed': msg`changed the log level`,
  'masterKey.added': msg`let the master key open the database:`,
  'masterKey.removed': msg`removed the master key`,
  'member.changed': msg`changed the member`,
  'member.joined': msg`joined the installation`,
  'member.provisioned': msg`provisioned the member`,
  'member.recovered': msg`created a new passkey after a recovery`,
  'member.removed': msg`removed the member`,
  'messageTemplate.changed': msg`changed the message`,
  'messageTemplate.reset': msg`reset the message`,
  'messageTemplate.tested': msg`sent a test of the message`,
  'passkey.added': msg`added the passkey`,
  'passkey.deleted': msg`revoked the passkey`,
  'passkey.renamed': msg`renamed the passkey`,
  'resource.changed': msg`changed the protected API`,
  'resource.created': msg`created the protected API`,
  'resource.deleted': msg`deleted the protected API`,
  'savedFilter.deleted': msg`deleted the saved filter`,
  'savedFilter.saved': msg`saved the filter`,
  'session.ended': msg`ended the session`,
  'signingKey.created': msg`added the signing key`,
  'signingKey.retired': msg`retired the signing key`,
  'site.changed': msg`changed the protected site`,
  'site.created': msg`created the protected site`,
  'site.deleted': msg`deleted the protected site`,
  'ssoIdentity.linked': msg`linked a single sign-on account of`,
  'ssoIdentity.unlinked': msg`removed a link to a single sign-on account of`,
  'ssoProvider.changed': msg`changed the single sign-on provider`,
  'ssoProvider.created': msg`added the single sign-on provider`,
  'ssoProvider.deleted': msg`deleted the single sign-on provider`,
  'user.created': msg`created the user`,
  'user.dataExported': msg`downloaded all data about the user`,
  'user.deleted': msg`deleted the user`,
  'user.groupsChanged': msg`changed the groups of the user`,
  'user.invited': msg`created an invitation link for the user`,
  'user.profileChanged': msg`changed the profile of the user`,
  'user.signedOut': msg`signed out the user`,
  'user.statusChanged': msg`changed the status of the user`,
  'users.exported': msg`exported users`,
  'users.imported': msg`imported users`,
}

/** A change in words; its name, if this page is older than the service. */
export function describeAction(action: string): string {
  const text = actionTexts[action]
  return text ? i18n._(text) : action
}

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
