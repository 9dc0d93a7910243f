import type { MemberStore } from '../../core/ports/stores/members.ts'
import type { Facts } from '../../core/writes.ts'
import { number, omittable, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareInsert,
  prepareRead,
  prepareUpdate,
  required,
} from '../engine/database.ts'
import { loadMember, selectMembers } from './members.ts'

export const memberSessions = table(
  'member_sessions',
  {
    id: text(),
    tokenHash: text(),
    appId: text(),
    userId: text(),
    passkeyId: optional(text()),
    providerId: omittable(text()),
    sid: omittable(text()),
    tokenEpoch: number(),
    createdAt: number(),
    lastUsedAt: number(),
    confirmedAt: number(),
    expiresAt: number(),
    address: optional(text()),
    userAgent: optional(text()),
  },
  ['id'],
)

declare module '../schema.ts' {
  interface Tables {
    member_sessions: StoredRow<typeof memberSessions>
  }
}

export function memberSessionReads(db: Database): Pick<MemberStore, 'findSession' | 'listSessions'> {
  const joined = memberSessions.prefixed('session_')
  const find = prepareRead(db, ({ tokenHash }: { tokenHash: string }) =>
    selectMembers(db)
      .innerJoin('member_sessions', (join) =>
        join
          .onRef('member_sessions.user_id', '=', 'members.user_id')
          .onRef('member_sessions.token_epoch', '=', 'users.token_epoch'),
      )
      .select(joined.columns)
      .where('member_sessions.token_hash', '=', tokenHash)
      .where('users.status', '=', 'active')
      .orderBy('role_on'),
  )
  const list = prepareRead(db, ({ userId }: { userId: string }) =>
    db.query
      .selectFrom('member_sessions')
      .select(memberSessions.columns)
      .where('user_id', '=', userId)
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .limit(mostListed),
  )
  return {
    async findSession(tokenHash) {
      const rows = await find({ tokenHash })
      const [first] = rows
      return first && { session: joined.load(first), member: loadMember(rows) }
    },
    listSessions: async (userId) => (await list({ userId })).map(memberSessions.load),
  }
}

const mostListed = 200

export function memberSessionWrites(db: Database) {
  const use = prepareUpdate(db, memberSessions, { by: ['id'], set: ['lastUsedAt', 'address'] })
  const confirm = prepareUpdate(db, memberSessions, { by: ['id', 'userId'], set: ['confirmedAt', 'passkeyId'] })
  const remove = prepareDelete(db, memberSessions, ['id', 'userId'])
  const removeBySid = prepareDelete(db, memberSessions, ['providerId', 'sid'])
  const removeByUser = prepareDelete(db, memberSessions, ['providerId', 'userId'])
  const removeByToken = prepareDelete(db, memberSessions, ['tokenHash'])
  return {
    addMemberSession: prepareInsert(db, memberSessions),
    useMemberSession: ({ at, ...session }: Facts['useMemberSession']) => use({ ...session, lastUsedAt: at }),
    confirmMemberSession: ({ at, ...session }: Facts['confirmMemberSession']) =>
      required(confirm({ ...session, confirmedAt: at })),
    endMemberSession: (session: Facts['endMemberSession']) => required(remove(session)),
    endSsoSessions: (ended: Facts['endSsoSessions']) => ('sid' in ended ? removeBySid(ended) : removeByUser(ended)),
    endMemberSessionOfToken: (session: Facts['endMemberSessionOfToken']) => removeByToken(session),
  }
}
