/** The effect of a link for its visitor: the first owner, another member, or a member with a new passkey. */
export const invitationKinds = ['setUp', 'join', 'recover'] as const

export type InvitationKind = (typeof invitationKinds)[number]
