import type { CodeAttempt, CodeMethod } from '../../core/model/codes/code.ts'
import type { EventRecord } from '../../core/model/events/event.ts'
import { type Database, prepareStep } from '../engine/database.ts'
import type { Tables } from '../schema.ts'
import { eventColumns, toEventRow } from './events.ts'

/** An attempt at the code of one method. */
type Attempt = Pick<CodeAttempt, 'appId' | 'account' | 'purpose' | 'maxAttempts' | 'failures' | 'at'> & {
  method: CodeMethod
}

/** The same under other names than an event's columns have. */
type AttemptSelection = Omit<Attempt, 'failures' | 'at'> & { trying: number }

/** The steps of one attempt at a code. */
export function prepareAttempt(db: Database) {
  const exhaust = prepareExhaustion(db)
  const fail = prepareFailure(db)
  return {
    /** Appends the event if this is the last attempt before the method is locked. It must come before the others. */
    exhaust: (given: Attempt, event: EventRecord) =>
      exhaust({ ...toEventRow(event), ...given, trying: given.at, before: given.failures - 1 }),
    fail: (given: Attempt) => fail({ ...given, trying: given.at }),
    attempt: prepareStep('codes', ({ appId, account, purpose, method, maxAttempts, at }: Omit<Attempt, 'failures'>) =>
      db.query
        .updateTable('codes')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
        .where('app_id', '=', appId)
        .where('account', '=', account)
        .where('purpose', '=', purpose)
        .where('method', '=', method)
        .where('attempts', '<', maxAttempts)
        .where('expires_at', '>', at),
    ),
  }
}

/**
 * The code that the attempt is made at: it has one left and has not expired. The row is locked, because parallel attempts would
 * all see the count from before, and each would count as a failure.
 */
const selectLiveCode = ({ query, engine }: Database, given: AttemptSelection) =>
  query
    .selectFrom('codes')
    .where('codes.app_id', '=', given.appId)
    .where('codes.account', '=', given.account)
    .where('codes.purpose', '=', given.purpose)
    .where('codes.method', '=', given.method)
    .where('codes.attempts', '<', given.maxAttempts)
    .where('codes.expires_at', '>', given.trying)
    .$if(engine.locksRows, (live) => live.forUpdate())

const prepareExhaustion = (db: Database) =>
  prepareStep('events', (given: Tables['events'] & AttemptSelection & { before: number }) =>
    db.query
      .insertInto('events')
      .columns(eventColumns)
      .expression(
        selectLiveCode(db, given)
          .innerJoin('failures', (join) =>
            join
              .onRef('failures.app_id', '=', 'codes.app_id')
              .onRef('failures.account', '=', 'codes.account')
              .onRef('failures.method', '=', 'codes.method'),
          )
          .select(({ val }) => eventColumns.map((column) => val(given[column]).as(column)))
          .where('failures.count', '=', given.before),
      ),
  )

const prepareFailure = (db: Database) =>
  prepareStep('failures', (given: AttemptSelection) =>
    db.query
      .insertInto('failures')
      .columns(['app_id', 'account', 'method', 'user_id', 'count', 'last_at'])
      .expression(
        selectLiveCode(db, given).select(({ val }) => [
          'codes.app_id',
          'codes.account',
          'codes.method',
          'codes.user_id',
          val(1).as('count'),
          val(given.trying).as('last_at'),
        ]),
      )
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'account', 'method']).doUpdateSet(({ eb, ref }) => ({
          count: eb('failures.count', '+', 1),
          last_at: ref('excluded.last_at'),
        })),
      ),
  )
