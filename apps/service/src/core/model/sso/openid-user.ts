/** The user as the provider describes them, in its ID token and in UserInfo. */
export type OpenIdUser = {
  subject: string
  /** As it was sent. */
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
  username: string | undefined
  /** The name that a directory of the provider would give the user. */
  externalId: string | undefined
  /** The groups that give roles; undefined if the client has no claim for them. */
  groups: OpenIdGroups | undefined
  /** The session at the provider. */
  sid: string | undefined
  /** When the user last authenticated there, in milliseconds since 1970. */
  authenticatedAt: number | undefined
}

/** `areOmitted`: the provider sent none because there are too many. */
export type OpenIdGroups = { values: readonly string[]; areOmitted: boolean }
