/** A session that its use spends. Its id is remembered until `expiresAt`, so that nobody can use it twice. */
export type Spending = { id: string; expiresAt: number }
