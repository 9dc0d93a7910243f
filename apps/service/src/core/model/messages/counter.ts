/** Something that is counted until `expiresAt` (milliseconds since 1970), up to `most`. */
export type Counter = { id: string; most: number }
