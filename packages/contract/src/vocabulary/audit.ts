/** Who can change an installation. */
export const actorKinds = ['member', 'apiKey', 'cli', 'system'] as const

export type ActorKind = (typeof actorKinds)[number]

/** Every change that the audit log records. */
export const auditActions = [
  'apiKey.created',
  'apiKey.revoked',
  'application.changed',
  'application.created',
  'application.deleted',
  'authenticators.blocked',
  'authenticators.unblocked',
  'clientKey.added',
  'clientKey.revoked',
  'connector.changed',
  'connector.created',
  'connector.deleted',
  'connector.discarded',
  'connector.paused',
  'connector.replayed',
  'connector.resumed',
  'connector.rotated',
  'connector.tested',
  'invitation.created',
  'invitation.withdrawn',
  'logLevel.changed',
  'member.changed',
  'member.joined',
  'member.recovered',
  'member.removed',
  'messageTemplate.changed',
  'messageTemplate.reset',
  'messageTemplate.tested',
  'passkey.deleted',
  'passkey.renamed',
  'savedFilter.deleted',
  'savedFilter.saved',
  'session.ended',
  'signingKey.created',
  'signingKey.retired',
  'user.created',
  'user.deleted',
  'user.signedOut',
  'user.statusChanged',
  'users.exported',
  'users.imported',
] as const

export type AuditAction = (typeof auditActions)[number]
