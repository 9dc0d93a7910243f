import type { RefreshStore } from '../../core/ports/stores/mfa.ts'
import { json, number, optional, type Stored, table, text } from '../columns.ts'
import { type Database, demanded, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import { eventInsert } from './events.ts'

const refreshFamilies = table(
  'refresh_families',
  {
    appId: text(),
    id: text(),
    userId: text(),
    tokenEpoch: number(),
    passkeyId: optional(text()),
    amr: json<readonly string[]>(),
    signedInAt: number(),
    expiresAt: number(),
    revokedAt: optional(number()),
    latest: text(),
    previous: optional(text()),
    rotatedAt: optional(number()),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    refresh_families: Stored<typeof refreshFamilies>
  }
}

export function sqlRefresh(db: Database): RefreshStore {
  const insert = prepareInsert(db, refreshFamilies)
  const find = findFamily(db)
  const rotate = rotateFamily(db)
  const revoke = revokeFamily(db)
  const insertEvent = eventInsert(db)
  return {
    async add(family, latest) {
      return (
        (await db.atomically([insert({ ...family, latest, previous: undefined, rotatedAt: undefined })], {
          refresh_families_owner: false,
        })) ?? true
      )
    },
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row && refreshFamilies.load(row)
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
    db.query
      .selectFrom('refresh_families')
      .select(refreshFamilies.columns)
      .where('app_id', '=', appId)
      .where('id', '=', id),
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
