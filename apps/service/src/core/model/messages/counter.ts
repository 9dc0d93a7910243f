/** A count of at most `most` until `expiresAt` (milliseconds since 1970). */
export type Counter = { id: string; most: number }
