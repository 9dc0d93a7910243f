import type { AccessCodesOf, AccessCodeType, AccessPurpose } from '../../core/model/access-codes/access-code.ts'
import type { AccessCodeStore } from '../../core/ports/stores/access-codes.ts'
import type { Facts } from '../../core/writes.ts'
import { named, number, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareRead,
  prepareStep,
  prepareUpdate,
  prepareUpsert,
  required,
} from '../engine/database.ts'

export const accessCodes = table(
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
    access_codes: StoredRow<typeof accessCodes>
  }
}

export function accessCodeReads(db: Database): AccessCodeStore {
  const find = prepareFind(db, accessCodes, ['appId', 'id'])
  const list = prepareRead(db, ({ appId, userId, purpose, now }: AccessCodesOf & { now: number }) =>
    db.query
      .selectFrom('access_codes')
      .select(accessCodes.columns)
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now),
  )
  return {
    find: async (appId, id) => (await find({ appId, id }))[0],
    listByPurpose: async (of, now) => (await list({ ...of, now })).map(accessCodes.load),
  }
}

export function accessCodeWrites(db: Database) {
  const authorize = prepareUpdate(db, accessCodes, { by: ['appId', 'id'], set: ['authorizedAt'] })
  const spend = prepareStep('access_codes', ({ appId, userId, id, at }: Facts['spendAccessCode']) =>
    db.query
      .deleteFrom('access_codes')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('authorized_at', 'is not', null)
      .where('expires_at', '>', at),
  )
  return {
    putAccessCode: prepareUpsert(db, accessCodes, { key: ['app_id', 'user_id', 'purpose', 'type'] }),
    authorizeAccessCode: ({ at, ...code }: Facts['authorizeAccessCode']) =>
      required(authorize({ ...code, authorizedAt: at })),
    spendAccessCode: (code: Facts['spendAccessCode']) => required(spend(code)),
    deleteAccessCodes: prepareDelete(db, accessCodes, ['appId', 'userId', 'purpose']),
  }
}
