import type { BrowserSession, DeviceKey } from '../../core/model/authorization/browser-session.ts'
import type { BrowserSessionStore } from '../../core/ports/stores/authorization.ts'
import type { Facts } from '../../core/writes.ts'
import { json, number, optional, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareLookup,
  prepareRead,
  prepareUpdate,
  prepareUpsert,
  required,
} from '../engine/database.ts'
import { owners } from './users.ts'

export const browserSessions = table(
  'browser_sessions',
  {
    appId: text(),
    id: text(),
    keyHash: text(),
    userId: text(),
    passkeyId: optional(text()),
    deviceKey: optional(json<DeviceKey>()),
    tokenEpoch: number(),
    amr: json<readonly string[]>(),
    acr: optional(text<NonNullable<BrowserSession['acr']>>()),
    authenticatedAt: number(),
    createdAt: number(),
    lastUsedAt: number(),
    expiresAt: number(),
    address: optional(text()),
    userAgent: optional(text()),
  },
  ['app_id', 'id'],
)

export const sessionClients = table(
  'session_clients',
  { appId: text(), sessionId: text(), clientId: text(), sid: text() },
  ['app_id', 'session_id', 'client_id'],
)

declare module '../schema.ts' {
  interface Tables {
    browser_sessions: StoredRow<typeof browserSessions>
    session_clients: StoredRow<typeof sessionClients>
  }
}

type OfUser = { appId: string; userId: string }

export function browserSessionReads(db: Database): BrowserSessionStore {
  const find = prepareLookup(db, ({ appId, id }: { appId: string; id: string }) =>
    selectWorking(db, appId).select(owners.columns).where('browser_sessions.id', '=', id),
  )
  const list = prepareRead(db, ({ appId, userId }: OfUser) =>
    selectWorking(db, appId)
      .where('browser_sessions.user_id', '=', userId)
      .orderBy('browser_sessions.last_used_at', 'desc')
      .orderBy('browser_sessions.id')
      .limit(mostListed),
  )
  const listClients = prepareFind(db, sessionClients, ['appId', 'sessionId'])
  const findClient = prepareFind(db, sessionClients, ['appId', 'sid'])
  const listClientsOfUser = prepareClientsOfUser(db)
  return {
    async find(session) {
      const [row] = await find(session)
      return row && { session: browserSessions.load(row), user: owners.load(row) }
    },
    list: async (user) => (await list(user)).map(browserSessions.load),
    listClients: ({ appId, id }) => listClients({ appId, sessionId: id }),
    hasClient: async (client) => (await findClient(client)).length > 0,
    listClientsOfUser: async (user) => (await listClientsOfUser(user)).map(sessionClients.load),
  }
}

const mostListed = 200

/** Sessions whose user is active and was not signed out since. The passkey exists, by the foreign key. */
const selectWorking = ({ query }: Database, appId: string) =>
  query
    .selectFrom('browser_sessions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.app_id', '=', 'browser_sessions.app_id')
        .onRef('users.id', '=', 'browser_sessions.user_id')
        .onRef('users.token_epoch', '=', 'browser_sessions.token_epoch'),
    )
    .select(browserSessions.columns)
    .where('browser_sessions.app_id', '=', appId)
    .where('users.app_id', '=', appId)
    .where('users.status', '=', 'active')

const prepareClientsOfUser = (db: Database) =>
  prepareRead(db, ({ appId, userId }: OfUser) =>
    selectWorking(db, appId)
      .innerJoin('session_clients', (join) =>
        join
          .onRef('session_clients.app_id', '=', 'browser_sessions.app_id')
          .onRef('session_clients.session_id', '=', 'browser_sessions.id'),
      )
      .clearSelect()
      .select(sessionClients.columns)
      .where('session_clients.app_id', '=', appId)
      .where('browser_sessions.user_id', '=', userId)
      .orderBy('browser_sessions.last_used_at', 'desc')
      .orderBy('browser_sessions.id')
      .limit(mostListed),
  )

export function browserSessionWrites(db: Database) {
  const use = prepareUpdate(db, browserSessions, { by: ['appId', 'id'], set: ['lastUsedAt', 'address'] })
  const renew = prepareUpdate(db, browserSessions, { by: ['appId', 'id', 'userId'], set: renewed })
  const bind = prepareUpdate(db, browserSessions, {
    by: ['appId', 'id', 'keyHash'],
    set: ['deviceKey'],
    absent: ['deviceKey'],
  })
  const remove = prepareDelete(db, browserSessions, ['appId', 'id', 'userId'])
  return {
    addBrowserSession: prepareInsert(db, browserSessions),
    renewBrowserSession: (session: Facts['renewBrowserSession']) => required(renew(session)),
    bindBrowserSession: (session: Facts['bindBrowserSession']) => required(bind(session)),
    useBrowserSession: ({ at, ...session }: Facts['useBrowserSession']) => use({ ...session, lastUsedAt: at }),
    endBrowserSession: (session: Facts['endBrowserSession']) => required(remove(session)),
    // A client keeps the name by which it knows the session.
    addSessionClient: prepareUpsert(db, sessionClients, { keep: ['sid'] }),
  }
}

const renewed = [
  'keyHash',
  'passkeyId',
  'deviceKey',
  'tokenEpoch',
  'amr',
  'acr',
  'authenticatedAt',
  'lastUsedAt',
  'expiresAt',
  'address',
  'userAgent',
] as const
