import type { Code, CodeAttempt, CodeMethod, CodePurpose } from '../../core/model/codes/code.ts'
import type { CodeStore } from '../../core/ports/stores/codes.ts'
import type { Facts } from '../../core/writes.ts'
import { hidden, named, number, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareDelete, prepareFind, prepareStep, prepareUpsert, required } from '../engine/database.ts'
import { prepareAttempt } from './code-attempts.ts'
import { prepareSharedCount } from './failures.ts'

export const codes = table(
  'codes',
  {
    appId: text(),
    account: text(),
    userId: optional(text()),
    purpose: text<CodePurpose>(),
    method: text<CodeMethod>(),
    hash: named('code_hash', text()),
    address: optional(text()),
    shownBy: optional(text()),
    until: optional(number()),
    /** How many attempts were made. */
    attempts: hidden(number()),
    createdAt: number(),
    expiresAt: number(),
    tokenEpoch: number(),
  },
  ['app_id', 'account', 'purpose', 'method'],
)

declare module '../schema.ts' {
  interface Tables {
    codes: StoredRow<typeof codes>
  }
}

export function codeReads(db: Database): CodeStore {
  const find = prepareFind(db, codes, ['appId', 'account', 'purpose'])
  return { listByPurpose: find, take: prepareTake(db) }
}

/** For each method its event, its failure, and its attempt: the first two look at what the last one changes. */
function prepareTake(db: Database): CodeStore['take'] {
  const { exhaust, fail, attempt } = prepareAttempt(db)
  const countShared = prepareSharedCount(db)
  const stepsFor = (given: CodeAttempt, method: CodeMethod) => {
    const one = { ...given, method }
    return [exhaust(one, given.exhausted(method)), fail(one), attempt(one)]
  }
  return async (given) => {
    const { appId, decoyAccount, methods, at } = given
    const steps = methods.flatMap((method) => stepsFor(given, method))
    // A user who is deleted at this moment has no code left.
    const counts = await db.counted([...steps, countShared({ appId, account: decoyAccount, at })], 'failures_owner')
    return methods.filter((_, index) => counts[3 * index + 2] === 1)
  }
}

export function codeWrites(db: Database) {
  const put = prepareUpsert(db, codes)
  const spend = prepareSpend(db)
  const { others, othersOfMethod } = prepareCodeRemovals(db)
  return {
    putCode: (code: Code) => put({ ...code, attempts: 0 }),
    spendCode: ({ code, failures, at }: Facts['spendCode']) => required(spend({ ...code, failures, at })),
    endOtherCodes: ({ code, method }: Facts['endOtherCodes']) =>
      method === undefined ? others(code) : othersOfMethod({ ...code, method }),
  }
}

/** The attempt that leads here is counted as a failure already, so a locked method has more than the limit. */
const prepareSpend = ({ query }: Database) =>
  prepareStep('codes', (given: Code & { failures: number; at: number }) =>
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

type OfMethod = Pick<Code, 'appId' | 'account' | 'method'>

/** The steps that end codes before their time. */
export function prepareCodeRemovals(db: Database) {
  const deleteByVerification = prepareDelete(db, codes, ['appId', 'account', 'purpose', 'method'])
  const deleteOfAccount = ({ appId, account }: Pick<Code, 'appId' | 'account'>) =>
    db.query.deleteFrom('codes').where('app_id', '=', appId).where('account', '=', account)
  return {
    byMethod: prepareDelete(db, codes, ['appId', 'account', 'method']),
    /** Those that were to verify a contact. */
    toVerify: (of: OfMethod) => deleteByVerification({ ...of, purpose: 'contact' }),
    /** All except the one that is spent in the same batch. */
    others: prepareStep('codes', (code: OfMethod & Pick<Code, 'purpose'>) =>
      deleteOfAccount(code).where(({ eb, or }) =>
        or([eb('purpose', '!=', code.purpose), eb('method', '!=', code.method)]),
      ),
    ),
    othersOfMethod: prepareStep('codes', (code: OfMethod & Pick<Code, 'purpose'>) =>
      deleteOfAccount(code).where('method', '=', code.method).where('purpose', '!=', code.purpose),
    ),
  }
}
