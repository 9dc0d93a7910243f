export const channels = ['email', 'sms', 'voice'] as const

/** How a message reaches its recipient; voice reads it out on the phone. */
export type Channel = (typeof channels)[number]

/**
 * A queued task: notify a user. It holds no finished text and no secret. `kind` selects the composer, `about` is its
 * input. Times are milliseconds since 1970.
 */
export type MessageTask = {
  /** Sorts by time. */
  id: string
  appId: string
  kind: string
  about: Readonly<Record<string, string>>
  createdAt: number
  /** Nothing is sent after this time. */
  expiresAt: number
}

/** The values of a template, unescaped. */
export type Values = Readonly<Record<string, string>>
/** A task that one worker holds. */
export type ClaimedTask = MessageTask & {
  /** Starts at 1. */
  attempt: number
  /** Recipients of earlier attempts, as keyed hashes. */
  notified: readonly string[]
}
