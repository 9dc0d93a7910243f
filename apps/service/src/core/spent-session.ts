/** A single-use session that is spent. Its ID is remembered until `expiresAt`, so that it can't be used twice. */
export type SpentSession = { id: string; expiresAt: number }
