import type { FailureCounter } from '../../core/model/failures/failure.ts'
import type { FailureStore } from '../../core/ports/stores/failures.ts'
import { number, optional, type Stored, table, text } from '../columns.ts'
import { type Database, prepareRead, prepareStep } from '../engine/database.ts'

const failures = table(
  'failures',
  {
    appId: text(),
    account: text(),
    method: text(),
    userId: optional(text()),
    count: number(),
    lastAt: number(),
  },
  ['app_id', 'account', 'method'],
)

declare module '../schema.ts' {
  interface Tables {
    failures: Stored<typeof failures>
  }
}

export function sqlFailures(db: Database): FailureStore {
  const find = findCount(db)
  return {
    async count(counter) {
      const [row] = await find(counter)
      return row?.count ?? 0
    },
  }
}

const findCount = (db: Database) =>
  prepareRead(db, ({ appId, account, method }: FailureCounter) =>
    db.query
      .selectFrom('failures')
      .select('count')
      .where('app_id', '=', appId)
      .where('account', '=', account)
      .where('method', '=', method),
  )

/** The steps that forget failures after a success, for whatever batch they belong to; they touch no row where there was none. */
export const failureClearing = ({ query }: Database) => ({
  clear: prepareStep('failures', ({ appId, account, method }: FailureCounter) =>
    query
      .deleteFrom('failures')
      .where('app_id', '=', appId)
      .where('account', '=', account)
      .where('method', '=', method),
  ),
  /** By whatever method: a passkey is worth more than all of them. */
  clearAll: prepareStep('failures', ({ appId, account }: Omit<FailureCounter, 'method'>) =>
    query.deleteFrom('failures').where('app_id', '=', appId).where('account', '=', account),
  ),
})

/** The step that counts a try of somebody, whoever it is, so that all tries write alike. */
export const failureCounting = ({ query }: Database) =>
  prepareStep('failures', ({ appId, account, at }: { appId: string; account: string; at: number }) =>
    query
      .insertInto('failures')
      .values({ app_id: appId, account, method: 'any', user_id: null, count: 1, last_at: at })
      .onConflict((conflict) =>
        conflict
          .columns(['app_id', 'account', 'method'])
          .doUpdateSet(({ eb }) => ({ count: eb('failures.count', '+', 1), last_at: at })),
      ),
  )
