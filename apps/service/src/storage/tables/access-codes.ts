import type { AccessCodesOf, AccessCodeType, AccessPurpose } from '../../core/model/access-codes/access-code.ts'
import type { AccessCodeStore } from '../../core/ports/stores/access-codes.ts'
import { named, number, optional, type Stored, table, text } from '../columns.ts'
import { type Database, demanded, prepareRead, prepareStep, prepareUpsert } from '../engine/database.ts'
import { eventInsert } from './events.ts'
import { failureClearing } from './failures.ts'

const accessCodes = table(
  'access_codes',
  {
    id: text(),
    appId: text(),
    userId: text(),
    type: text<AccessCodeType>(),
    purpose: text<AccessPurpose>(),
    hash: named('code_hash', text()),
    authorizedAt: optional(number()),
    createdAt: number(),
    expiresAt: number(),
    tokenEpoch: number(),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    access_codes: Stored<typeof accessCodes>
  }
}

export function sqlAccessCodes(db: Database): AccessCodeStore {
  const put = accessCodePutting(db)
  const list = listCodes(db)
  const find = findCode(db)
  const authorize = authorizeCode(db)
  const spend = accessCodeSpending(db)
  const remove = removeCodes(db)
  const insertEvent = eventInsert(db)
  const { clear } = failureClearing(db)
  const cleared = ({ appId, userId, purpose }: AccessCodesOf) =>
    clear({ appId, account: userId, method: accessMethod(purpose) })
  return {
    async put(code, event) {
      const steps = [put(code), cleared(code), insertEvent(event)]
      return (await db.atomically(steps, { access_codes_owner: false })) ?? true
    },
    async recognised(of) {
      await db.atomically([cleared(of)])
    },
    listByPurpose: async (of, now) => (await list({ ...of, now })).map(accessCodes.load),
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row && accessCodes.load(row)
    },
    async authorize(code, at, event) {
      const steps = [demanded(authorize({ ...code, at })), insertEvent(event)]
      return (await db.atomically(steps, { access_codes_missing: false })) ?? true
    },
    async spend(code, at, event) {
      const steps = [demanded(spend({ ...code, at })), insertEvent(event)]
      return (await db.atomically(steps, { access_codes_missing: false })) ?? true
    },
    async removeAll(of, event) {
      await db.atomically([remove(of), insertEvent(event)])
    },
  }
}

/** The name under which wrong codes of a purpose are counted. */
const accessMethod = (purpose: string) => `access code ${purpose}`

/** The step that keeps a code in the place of its user's other of that type and purpose, for whatever batch makes it. */
export const accessCodePutting = (db: Database) =>
  prepareUpsert(db, accessCodes, { key: ['app_id', 'user_id', 'purpose', 'type'] })

type Of = { appId: string; userId: string; purpose: string }

const listCodes = (db: Database) =>
  prepareRead(db, ({ appId, userId, purpose, now }: Of & { now: number }) =>
    db.query
      .selectFrom('access_codes')
      .select(accessCodes.columns)
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now),
  )

const findCode = (db: Database) =>
  prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('access_codes').select(accessCodes.columns).where('app_id', '=', appId).where('id', '=', id),
  )

const authorizeCode = ({ query }: Database) =>
  prepareStep('access_codes', ({ appId, id, at }: { appId: string; id: string; at: number }) =>
    query.updateTable('access_codes').set({ authorized_at: at }).where('app_id', '=', appId).where('id', '=', id),
  )

/** The step that uses up an authorized code, for whatever batch it allows; its conflict is `access_codes_missing`. */
export const accessCodeSpending = ({ query }: Database) =>
  prepareStep('access_codes', ({ appId, userId, id, at }: { appId: string; userId: string; id: string; at: number }) =>
    query
      .deleteFrom('access_codes')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('authorized_at', 'is not', null)
      .where('expires_at', '>', at),
  )

const removeCodes = ({ query }: Database) =>
  prepareStep('access_codes', ({ appId, userId, purpose }: Of) =>
    query
      .deleteFrom('access_codes')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose),
  )
