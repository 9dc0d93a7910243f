import type { Code, CodeAttempt, CodeMethod } from '../../core/model/codes/code.ts'
import type { EventRecord } from '../../core/model/events/event.ts'
import { type Database, prepareStep, prepareUpsert } from '../engine/database.ts'
import type { Tables } from '../schema.ts'
import { codes } from './code-rows.ts'
import { eventColumns, eventRow } from './events.ts'

/** A try at the code of one method. */
type Try = Pick<CodeAttempt, 'appId' | 'account' | 'purpose' | 'tries' | 'failures' | 'at'> & { method: CodeMethod }

/** The steps of making, trying and spending a code. */
export function codeSteps(db: Database) {
  const exhaust = exhaustCounter(db)
  return {
    put: prepareUpsert(db, codes),
    /** Appends the event if this try is the last before the method is locked. It must come before the others. */
    exhaust: (given: Try, event: EventRecord) =>
      exhaust({ ...eventRow(event), ...given, trying: given.at, before: given.failures - 1 }),
    fail: countFailure(db),
    take: takeTry(db),
    spend: spendCode(db),
  }
}

/** The code that a try is taken of: it has one left and has not expired. */
const liveCode = ({ query }: Database, given: Omit<Try, 'failures' | 'at'> & { trying: number }) =>
  query
    .selectFrom('codes')
    .where('codes.app_id', '=', given.appId)
    .where('codes.account', '=', given.account)
    .where('codes.purpose', '=', given.purpose)
    .where('codes.method', '=', given.method)
    .where('codes.tries', '<', given.tries)
    .where('codes.expires_at', '>', given.trying)

const exhaustCounter = (db: Database) =>
  prepareStep('events', (given: Tables['events'] & Omit<Try, 'failures' | 'at'> & { trying: number; before: number }) =>
    db.query
      .insertInto('events')
      .columns(eventColumns)
      .expression(
        liveCode(db, given)
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

const countFailure = (db: Database) => {
  const count = prepareStep('failures', (given: Omit<Try, 'failures' | 'at'> & { trying: number }) =>
    db.query
      .insertInto('failures')
      .columns(['app_id', 'account', 'method', 'user_id', 'count', 'last_at'])
      .expression(
        liveCode(db, given).select(({ val }) => [
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
  return (given: Try) => count({ ...given, trying: given.at })
}

const takeTry = ({ query }: Database) =>
  prepareStep('codes', ({ appId, account, purpose, method, tries, at }: Omit<Try, 'failures'>) =>
    query
      .updateTable('codes')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('app_id', '=', appId)
      .where('account', '=', account)
      .where('purpose', '=', purpose)
      .where('method', '=', method)
      .where('tries', '<', tries)
      .where('expires_at', '>', at),
  )

/** The try that leads here is counted as a failure already, so a locked method has more than it may. */
const spendCode = ({ query }: Database) =>
  prepareStep(
    'codes',
    (given: Pick<Code, 'appId' | 'account' | 'purpose' | 'method' | 'hash'> & Pick<Try, 'failures' | 'at'>) =>
      query
        .deleteFrom('codes')
        .where('app_id', '=', given.appId)
        .where('account', '=', given.account)
        .where('purpose', '=', given.purpose)
        .where('method', '=', given.method)
        .where('code_hash', '=', given.hash)
        .where('expires_at', '>', given.at)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('failures')
                .select('count')
                .where('app_id', '=', given.appId)
                .where('account', '=', given.account)
                .where('method', '=', given.method)
                .where('count', '>', given.failures),
            ),
          ),
        ),
  )
