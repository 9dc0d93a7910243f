import type { FailureStore } from '../../core/ports/stores/failures.ts'
import type { Facts } from '../../core/writes.ts'
import { number, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareFind, prepareStep, required } from '../engine/database.ts'

export const failures = table(
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
    failures: StoredRow<typeof failures>
  }
}

export function failureReads(db: Database): FailureStore {
  const find = prepareFind(db, failures, ['appId', 'account', 'method'])
  return { count: async (counter) => (await find(counter))[0]?.count ?? 0 }
}

export function failureWrites(db: Database) {
  const unlock = prepareDelete(db, failures, ['appId', 'account', 'method'])
  const unlockAll = prepareDelete(db, failures, ['appId', 'account'])
  // Touches a row only while attempts are left, so that a locked method stays as it is.
  const count = prepareStep(
    'failures',
    ({ appId, account, userId, method, at, most }: Omit<Facts['countFailure'], 'userId'> & { userId: string | null }) =>
      db.query
        .insertInto('failures')
        .values({ app_id: appId, account, method, user_id: userId, count: 1, last_at: at })
        .onConflict((conflict) =>
          conflict
            .columns(['app_id', 'account', 'method'])
            .doUpdateSet(({ eb }) => ({ count: eb('failures.count', '+', 1), last_at: at }))
            .where('failures.count', '<', most),
        ),
  )
  return {
    unlock: ({ appId, account, method }: Facts['unlock']) =>
      method === undefined ? unlockAll({ appId, account }) : unlock({ appId, account, method }),
    countFailure: ({ userId, ...given }: Facts['countFailure']) =>
      required(count({ ...given, userId: userId ?? null })),
  }
}

/** The step that counts an attempt of no particular user, so that all attempts write alike. */
export const prepareSharedCount = ({ query }: Database) =>
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
