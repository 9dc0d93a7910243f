import type { SsoStore } from '../../core/ports/stores/sso.ts'
import type { Facts } from '../../core/writes.ts'
import { flag, number, omittable, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareList,
  prepareRead,
  prepareUpdate,
  required,
} from '../engine/database.ts'
import { selectJsonTexts } from '../engine/json-rows.ts'

export const ssoIdentities = table(
  'sso_identities',
  {
    providerId: text(),
    subject: text(),
    userId: text(),
    createdAt: number(),
    email: omittable(text()),
    emailVerified: flag(),
    groupsOmitted: flag(),
    lastUsedAt: omittable(number()),
  },
  ['provider_id', 'subject'],
)

declare module '../schema.ts' {
  interface Tables {
    sso_identities: StoredRow<typeof ssoIdentities>
  }
}

export function ssoIdentityReads(
  db: Database,
): Pick<SsoStore, 'findIdentity' | 'listIdentities' | 'listIdentitiesOf' | 'listEveryIdentity'> {
  const order = { createdAt: 'asc', providerId: 'asc', subject: 'asc' } as const
  const find = prepareFind(db, ssoIdentities, ['providerId', 'subject'])
  const list = prepareList(db, ssoIdentities, { by: ['userId'], order })
  const listByUsers = prepareRead(db, ({ userIds }: { userIds: string }) =>
    db.query
      .selectFrom('sso_identities')
      .select(ssoIdentities.columns)
      .where('user_id', 'in', selectJsonTexts(db, userIds)),
  )
  const listEvery = prepareList(db, ssoIdentities, { by: [], order })
  return {
    findIdentity: async (providerId, subject) => (await find({ providerId, subject }))[0],
    listIdentities: (userId) => list({ userId }),
    listIdentitiesOf: async (userIds) =>
      (await listByUsers({ userIds: JSON.stringify(userIds) })).map(ssoIdentities.load),
    listEveryIdentity: () => listEvery({}),
  }
}

export function ssoIdentityWrites(db: Database) {
  const use = prepareUpdate(db, ssoIdentities, {
    by: ['providerId', 'subject', 'userId'],
    set: ['email', 'emailVerified', 'groupsOmitted', 'lastUsedAt'],
  })
  const remove = prepareDelete(db, ssoIdentities, ['providerId', 'subject', 'userId'])
  const removeAll = prepareDelete(db, ssoIdentities, ['userId'])
  return {
    addSsoIdentity: prepareInsert(db, ssoIdentities),
    useSsoIdentity: (identity: Facts['useSsoIdentity']) => required(use(identity)),
    removeSsoIdentity: (identity: Facts['removeSsoIdentity']) => required(remove(identity)),
    removeSsoIdentities: (member: Facts['removeSsoIdentities']) => removeAll(member),
  }
}
