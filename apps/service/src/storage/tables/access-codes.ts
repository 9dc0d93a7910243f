import type {
  AccessCode,
  AccessCodesOf,
  AccessCodeType,
  AccessPurpose,
} from '../../core/model/access-codes/access-code.ts'
import type { AccessCodeStore } from '../../core/ports/stores/access-codes.ts'
import { type Database, demanded, prepareRead, prepareStep } from '../engine/database.ts'
import type { AccessCodeRow } from '../schema.ts'
import { eventInsert } from './events.ts'
import { failureClearing } from './failures.ts'

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
    listByPurpose: async (of, now) => (await list({ ...of, now })).map(toCode),
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row && toCode(row)
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
export function accessCodePutting({ query }: Database) {
  const put = prepareStep('access_codes', (row: AccessCodeRow) =>
    query
      .insertInto('access_codes')
      .values({
        app_id: row.app_id,
        id: row.id,
        user_id: row.user_id,
        type: row.type,
        purpose: row.purpose,
        code_hash: row.code_hash,
        authorized_at: row.authorized_at,
        created_at: row.created_at,
        expires_at: row.expires_at,
        token_epoch: row.token_epoch,
      })
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'user_id', 'purpose', 'type']).doUpdateSet((excluded) => ({
          id: excluded.ref('excluded.id'),
          code_hash: excluded.ref('excluded.code_hash'),
          authorized_at: excluded.ref('excluded.authorized_at'),
          created_at: excluded.ref('excluded.created_at'),
          expires_at: excluded.ref('excluded.expires_at'),
          token_epoch: excluded.ref('excluded.token_epoch'),
        })),
      ),
  )
  return (code: AccessCode) => put(toRow(code))
}

type Of = { appId: string; userId: string; purpose: string }

const listCodes = (db: Database) =>
  prepareRead(db, ({ appId, userId, purpose, now }: Of & { now: number }) =>
    db.query
      .selectFrom('access_codes')
      .selectAll()
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now),
  )

const findCode = (db: Database) =>
  prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('access_codes').selectAll().where('app_id', '=', appId).where('id', '=', id),
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

const toRow = (code: AccessCode): AccessCodeRow => ({
  app_id: code.appId,
  id: code.id,
  user_id: code.userId,
  type: code.type,
  purpose: code.purpose,
  code_hash: code.hash,
  authorized_at: code.authorizedAt ?? null,
  created_at: code.createdAt,
  expires_at: code.expiresAt,
  token_epoch: code.tokenEpoch,
})

const toCode = (row: AccessCodeRow): AccessCode => ({
  id: row.id,
  appId: row.app_id,
  userId: row.user_id,
  type: row.type as AccessCodeType,
  purpose: row.purpose as AccessPurpose,
  hash: row.code_hash,
  authorizedAt: row.authorized_at ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  tokenEpoch: row.token_epoch,
})
