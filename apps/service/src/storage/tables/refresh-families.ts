import type { Grant } from '../../core/model/authorization/grant.ts'
import type { RefreshStore } from '../../core/ports/stores/mfa.ts'
import type { Facts } from '../../core/writes.ts'
import { json, named, number, omittable, optional, type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareFind, prepareInsert, prepareStep, required } from '../engine/database.ts'

export const refreshFamilies = table(
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
    clientId: omittable(text()),
    grant: omittable(named('granted', json<Grant>())),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    refresh_families: StoredRow<typeof refreshFamilies>
  }
}

export function refreshReads(db: Database): RefreshStore {
  const find = prepareFind(db, refreshFamilies, ['appId', 'id'])
  return { find: async (appId, id) => (await find({ appId, id }))[0] }
}

type Rotation = Omit<Facts['rotateRefreshToken'], 'expiresAt'>

export function refreshWrites(db: Database) {
  const insert = prepareInsert(db, refreshFamilies)
  const updateActive = ({ appId, id }: { appId: string; id: string }) =>
    db.query
      .updateTable('refresh_families')
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
  const rotate = prepareStep('refresh_families', (tokens: Rotation) =>
    updateActive(tokens)
      .set({ latest: tokens.next, previous: tokens.used, rotated_at: tokens.at })
      .where('latest', '=', tokens.used),
  )
  const rotateAndExtend = prepareStep('refresh_families', (tokens: Rotation & { expiresAt: number }) =>
    updateActive(tokens)
      .set({ latest: tokens.next, previous: tokens.used, rotated_at: tokens.at, expires_at: tokens.expiresAt })
      .where('latest', '=', tokens.used),
  )
  const revoke = prepareStep('refresh_families', (family: Facts['revokeRefreshFamily']) =>
    updateActive(family).set({ revoked_at: family.at }),
  )
  return {
    addRefreshFamily: (family: Facts['addRefreshFamily']) =>
      insert({ ...family, previous: undefined, rotatedAt: undefined }),
    rotateRefreshToken: ({ expiresAt, ...tokens }: Facts['rotateRefreshToken']) =>
      required(expiresAt === undefined ? rotate(tokens) : rotateAndExtend({ ...tokens, expiresAt })),
    revokeRefreshFamily: (family: Facts['revokeRefreshFamily']) => required(revoke(family)),
  }
}
