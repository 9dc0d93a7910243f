/** A client that is to be sent a logout token, as a session in which it was signed in to has ended. Times are milliseconds since 1970. */
export type LogoutNotice = {
  appId: string
  /** Sorts by time. */
  id: string
  clientId: string
  /** The user, as the client knows them. */
  sub: string
  /** The session, as the client knows it. */
  sid: string
  createdAt: number
  /** Nothing is sent after this time. */
  expiresAt: number
}

/** A notice that one worker holds. */
export type ClaimedNotice = LogoutNotice & {
  /** Starts at 1. */
  attempt: number
}
