import * as original from '@thumbturn/service/storage/tables/spent-sessions.ts'

export * from '@thumbturn/service/storage/tables/spent-sessions.ts'

type Writes = ReturnType<typeof original.sessionWrites>

/** Like the original, but a session that was spent is no conflict. */
export const sessionWrites: typeof original.sessionWrites = (db) => {
  const { spend, spendNonce } = original.sessionWrites(db)
  const repeatable = (steps: ReturnType<Writes['spend']>) =>
    [steps].flat().map((step) => ({ ...step, sql: `${step.sql} on conflict do nothing` }))
  return { spend: (fact) => repeatable(spend(fact)), spendNonce: (fact) => repeatable(spendNonce(fact)) }
}
