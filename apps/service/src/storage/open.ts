import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { OperatorError } from '../core/errors.ts'
import type { Store } from '../core/ports/store.ts'
import { prepareCommit } from './commit.ts'
import { collectCompilations, type Database, databaseOver } from './engine/database.ts'
import type { Engine } from './engine/engine.ts'
import { type EngineObserver, observedEngine } from './engine/observer.ts'
import { findUrlProblem } from './engine/postgres-url.ts'
import { openSqlite, openSqliteReadOnly } from './engine/sqlite.ts'
import { explainUnopened, sqlitePath } from './engine/unopened.ts'
import type { SchemaReader } from './migrations/inspect.ts'
import { type MigrateOptions, migrate, requireMigrated } from './migrations/migrate.ts'
import type { PendingMigration } from './migrations/migration.ts'
import { accessCodeReads } from './tables/access-codes.ts'
import { accountPageReads } from './tables/account-pages.ts'
import { accountReads, ownerOfPasskeyReads } from './tables/accounts.ts'
import { apiKeyReads } from './tables/api-keys.ts'
import { applicationDeletionReads } from './tables/application-deletions.ts'
import { applicationReads } from './tables/applications.ts'
import { auditStore } from './tables/audit-entries.ts'
import { blacklistReads } from './tables/blacklist.ts'
import { browserSessionReads } from './tables/browser-sessions.ts'
import { clientKeyReads } from './tables/client-keys.ts'
import { codeReads } from './tables/codes.ts'
import { connectorProgressReads } from './tables/connector-progress.ts'
import { connectorReads } from './tables/connectors.ts'
import { consentReads } from './tables/consents.ts'
import { contactReads } from './tables/contacts.ts'
import { credentialReads } from './tables/credentials.ts'
import { deadLetterReads } from './tables/dead-letters.ts'
import { deviceDecisionReads } from './tables/device-decisions.ts'
import { deviceReads } from './tables/devices.ts'
import { directoryGroupReads } from './tables/directory-groups.ts'
import { directoryUserReads } from './tables/directory-users.ts'
import { eventFeedReads } from './tables/event-feed.ts'
import { eventReads } from './tables/event-reads.ts'
import { failureReads } from './tables/failures.ts'
import { prepareExpiry } from './tables/forgetting.ts'
import { prepareWriteCheck, sqlInstallation } from './tables/installation.ts'
import { invitationReads } from './tables/invitations.ts'
import { logoutNoticeReads } from './tables/logout-notices.ts'
import { memberSessionReads } from './tables/member-sessions.ts'
import { memberReads } from './tables/members.ts'
import { messageCountReads } from './tables/message-counts.ts'
import { messageTemplateReads } from './tables/message-templates.ts'
import { messageReads } from './tables/messages.ts'
import { openidClientReads } from './tables/openid-clients.ts'
import { outboxReads } from './tables/outbox.ts'
import { passkeyCountReads } from './tables/passkey-counts.ts'
import { passkeyReads } from './tables/passkeys.ts'
import { profileReads } from './tables/profiles.ts'
import { protectedResourceReads } from './tables/protected-resources.ts'
import { protectedSiteReads } from './tables/protected-sites.ts'
import { sqlRateLimits } from './tables/rate-limits.ts'
import { refreshReads } from './tables/refresh-families.ts'
import { rollUpReads } from './tables/roll-ups.ts'
import { savedFilterReads } from './tables/saved-filters.ts'
import { mfaReads, spentSessionReads } from './tables/spent-sessions.ts'
import { ssoIdentityReads } from './tables/sso-identities.ts'
import { ssoProviderReads } from './tables/sso-providers.ts'
import { ssoRemovedAccountReads } from './tables/sso-removed-accounts.ts'
import { transactionReads } from './tables/transactions.ts'
import { userGroupReads } from './tables/user-groups.ts'
import { userSearchReads } from './tables/user-search.ts'
import { searchIndexReads } from './tables/user-search-texts.ts'
import { userReads } from './tables/users.ts'

export type StoreOptions = {
  /** The maximum number of open connections to PostgreSQL; 10 by default. */
  poolSize?: number
  /** The maximum number of waiting messages of one application; 10,000 by default. */
  messageRoom?: number
  /** A streaming standby of PostgreSQL, for reads that can be seconds old: how far it can be behind, 5 seconds by default. */
  replica?: { url: string; mostLagMs?: number } | undefined
  /** The observers of the database; nothing by default. */
  observers?: readonly EngineObserver[]
  /** Whether missing migrations are applied; otherwise, opening the database fails without them. True by default. */
  migrates?: boolean
}

/**
 * Opens the database at `url` and brings it to the newest schema: `sqlite:<path>`, `sqlite::memory:` or `postgres://…`.
 * @throws Error if the URL names no supported engine, or the database can't be opened
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const engine = await openNewestEngine(url, options)
  const store = storeOver(observe(engine, options), options)
  return options.replica === undefined ? store : attachReplica(store, engine, options)
}

const observe = (engine: Engine, { observers = [] }: StoreOptions) => observers.reduce(observedEngine, engine)

async function attachReplica(store: Store, primary: Engine, options: StoreOptions): Promise<Store> {
  const { url, mostLagMs } = options.replica!
  const [{ inspectPostgres, openPostgres }, { readFromReplica }] = await Promise.all([
    import('./engine/postgres.ts'),
    import('./engine/replica.ts'),
  ])
  const replica = openPostgres(url, options.poolSize)
  const inspect = () => inspectPostgres(url)
  const { engine, state } = readFromReplica({ primary, replica, inspect, mostLagMs })
  return {
    ...store,
    replica: { store: storeOver(observe(engine, options), options), state },
    async close() {
      await replica.close()
      await store.close()
    },
  }
}

/** The engine below a store, for what concerns whole tables; see `openStore`. */
export async function openNewestEngine(url: string, options: StoreOptions = {}): Promise<Engine> {
  try {
    const engine = await openEngine(url, options)
    const prepare = options.migrates === false ? requireMigrated : migrate
    await prepare(engine).catch(async (error: unknown) => {
      await engine.close()
      throw error
    })
    return engine
  } catch (error) {
    throw explainUnopened(error, url)
  }
}

/** Brings the database at `url` to the newest schema, and returns what was applied. */
export async function migrateDatabase(url: string, options: MigrateOptions): Promise<readonly PendingMigration[]> {
  try {
    const engine = await openEngine(url, {})
    return await migrate(engine, options).finally(() => engine.close())
  } catch (error) {
    throw explainUnopened(error, url)
  }
}

/** Opens the database at `url` as it is. Writes nothing: a SQLite file that doesn't exist counts as an empty database. */
export async function openReadOnly(url: string): Promise<SchemaReader> {
  try {
    if (!url.startsWith('sqlite:')) return await openEngine(url, { poolSize: 1 })
    const path = sqlitePath(url)
    return existsSync(path) ? openSqliteReadOnly(path) : openSqlite(':memory:')
  } catch (error) {
    throw explainUnopened(error, url)
  }
}

async function openEngine(url: string, { poolSize, observers = [] }: StoreOptions): Promise<Engine> {
  const grouped = (batches: number) => {
    for (const observer of observers) observer.grouped?.(batches)
  }
  if (/^sqlite:./.test(url)) return openSqlite(sqlitePath(url), undefined, grouped)
  if (/^postgres(ql)?:./.test(url)) {
    const problem = findUrlProblem(url)
    if (problem !== undefined) throw new OperatorError('invalid_settings', `The address of the database ${problem}.`)
    // The driver is 10 MB, which an installation on SQLite never needs.
    const { openEitherPostgres } = await import('./engine/postgres.ts')
    return openEitherPostgres(url, poolSize, grouped)
  }
  throw new OperatorError(
    'invalid_settings',
    'The database URL must be sqlite:<path>, sqlite::memory: or postgres://<user>@<host>/<database>',
  )
}

/** A second call waits for the first. */
function onlyOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => {
    closing ??= close()
    return closing
  }
}

/** All stores over one engine whose schema is the newest. */
export function storeOver(engine: Engine, options: StoreOptions = {}): Store {
  const [stores, compilations] = collectCompilations(() => createStores(engine, options))
  const warmUp = async () => {
    for (const compile of compilations) {
      compile()
      await setImmediate()
    }
  }
  return { ...stores, warmUp }
}

function createStores(engine: Engine, { messageRoom = 10_000 }: StoreOptions): Omit<Store, 'warmUp'> {
  const db = databaseOver(engine)
  const { findAccount, ...owners } = accountReads(db)
  const users = userReads(db)
  return {
    commit: prepareCommit(db, messageRoom),
    applications: applicationReads(db),
    deletions: applicationDeletionReads(db),
    apiKeys: apiKeyReads(db),
    users: { ...users, ...owners, ...accountPageReads(db, users.list), ...userSearchReads(db) },
    searchIndex: searchIndexReads(db),
    passkeys: { ...passkeyReads(db), ...passkeyCountReads(db), ...ownerOfPasskeyReads(db) },
    devices: deviceReads(db),
    directory: { ...directoryUserReads(db), ...directoryGroupReads(db) },
    events: eventReads(db),
    rollUps: rollUpReads(db),
    audit: auditStore(db),
    savedFilters: savedFilterReads(db),
    connectors: {
      ...connectorReads(db),
      ...connectorProgressReads(db),
      ...eventFeedReads(db),
      ...deadLetterReads(db),
    },
    blacklist: blacklistReads(db),
    transactions: transactionReads(db),
    members: { ...memberReads(db), ...memberSessionReads(db), ...invitationReads(db) },
    sso: { ...ssoProviderReads(db), ...ssoIdentityReads(db), ...ssoRemovedAccountReads(db) },
    messages: messageReads(db, messageRoom),
    messageCounts: messageCountReads(db),
    messageTemplates: messageTemplateReads(db),
    outbox: outboxReads(db),
    limits: sqlRateLimits(db),
    contacts: { ...contactReads(db), findAccount },
    codes: codeReads(db),
    failures: failureReads(db),
    clientKeys: clientKeyReads(db),
    ...createAuthorizationStores(db),
    profiles: profileReads(db),
    groups: userGroupReads(db),
    credentials: credentialReads(db),
    accessCodes: accessCodeReads(db),
    mfa: mfaReads(db),
    spentSessions: spentSessionReads(db),
    refresh: refreshReads(db),
    installation: sqlInstallation(db),
    checkWrite: prepareWriteCheck(db),
    listen: (listener) => engine.listen?.(listener),
    load: engine.load,
    version: engine.version,
    countConnections: async () => engine.countConnections?.(),
    async ping() {
      await engine.read({ sql: 'select 1', values: [] })
    },
    checkpoint: () => engine.checkpoint(),
    forgetExpired: prepareExpiry(db),
    close: onlyOnce(() => engine.close()),
  }
}

const createAuthorizationStores = (db: Database) => ({
  openidClients: openidClientReads(db),
  browserSessions: browserSessionReads(db),
  logoutNotices: logoutNoticeReads(db),
  consents: consentReads(db),
  protectedSites: protectedSiteReads(db),
  deviceDecisions: deviceDecisionReads(db),
  protectedResources: protectedResourceReads(db),
})
