import type { RefreshFamily, Rotation } from '../../core/model/mfa/record.ts'
import type { RefreshStore } from '../../core/ports/stores/mfa.ts'
import { type Database, demanded, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import type { RefreshFamilyRow } from '../schema.ts'
import { eventInsert } from './events.ts'

export function sqlRefresh(db: Database): RefreshStore {
  const insert = prepareInsert(db, 'refresh_families')
  const find = findFamily(db)
  const rotate = rotateFamily(db)
  const revoke = revokeFamily(db)
  const insertEvent = eventInsert(db)
  return {
    async add(family, latest) {
      return (await db.atomically([insert(toRow(family, latest))], { refresh_families_owner: false })) ?? true
    },
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row && toFamily(row)
    },
    async rotate({ appId, id }, tokens) {
      return (await db.atomically([demanded(rotate({ appId, id, ...tokens }))], missing)) ?? true
    },
    async revoke({ appId, id }, event) {
      const steps = [demanded(revoke({ appId, id, at: event.at })), insertEvent(event)]
      return (await db.atomically(steps, missing)) ?? true
    },
  }
}

const missing = { refresh_families_missing: false } as const

const findFamily = (db: Database) =>
  prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('refresh_families').selectAll().where('app_id', '=', appId).where('id', '=', id),
  )

const rotateFamily = ({ query }: Database) =>
  prepareStep(
    'refresh_families',
    ({ appId, id, used, next, at }: { appId: string; id: string; used: string; next: string; at: number }) =>
      query
        .updateTable('refresh_families')
        .set({ latest: next, previous: used, rotated_at: at })
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .where('latest', '=', used)
        .where('revoked_at', 'is', null),
  )

const revokeFamily = ({ query }: Database) =>
  prepareStep('refresh_families', ({ appId, id, at }: { appId: string; id: string; at: number }) =>
    query
      .updateTable('refresh_families')
      .set({ revoked_at: at })
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null),
  )

const toRow = (family: RefreshFamily, latest: string): RefreshFamilyRow => ({
  app_id: family.appId,
  id: family.id,
  user_id: family.userId,
  passkey_id: family.passkeyId ?? null,
  amr: JSON.stringify(family.amr),
  latest,
  previous: null,
  rotated_at: null,
  token_epoch: family.tokenEpoch,
  signed_in_at: family.signedInAt,
  expires_at: family.expiresAt,
  revoked_at: family.revokedAt ?? null,
})

const toFamily = (row: RefreshFamilyRow): RefreshFamily & Rotation => ({
  appId: row.app_id,
  id: row.id,
  userId: row.user_id,
  tokenEpoch: row.token_epoch,
  passkeyId: row.passkey_id ?? undefined,
  amr: JSON.parse(row.amr) as string[],
  signedInAt: row.signed_in_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at ?? undefined,
  latest: row.latest,
  previous: row.previous ?? undefined,
  rotatedAt: row.rotated_at ?? undefined,
})
