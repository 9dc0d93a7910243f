import type { Store } from '../core/ports/store.ts'
import { sqlAccessCodes } from './access-codes.ts'
import { sqlApiKeys } from './api-keys.ts'
import { sqlApplicationDeletions } from './application-removal.ts'
import { sqlApplications } from './applications.ts'
import { sqlBlacklist } from './blacklist.ts'
import { sqlClientKeys } from './client-keys.ts'
import { sqlCodes } from './codes.ts'
import { sqlContacts } from './contacts.ts'
import { sqlCredentials } from './credentials.ts'
import { databaseOver } from './database.ts'
import { sqlDevices } from './devices.ts'
import type { Engine } from './engine.ts'
import { sqlEvents } from './events.ts'
import { sqlFailures } from './failures.ts'
import { expiredForgetting } from './forgetting.ts'
import { sqlInstallation, writeChecking } from './installation.ts'
import { sqlMessageCounts } from './message-counts.ts'
import { sqlMessages } from './messages.ts'
import { sqlMfa } from './mfa.ts'
import { migrate } from './migrations/migrate.ts'
import { sqlOutbox } from './outbox.ts'
import { sqlPasskeys } from './passkeys.ts'
import { sqlRateLimits } from './rate-limits.ts'
import { sqlRefresh } from './refresh.ts'
import { sqlSpentSessions } from './spent-sessions.ts'
import { openSqlite } from './sqlite.ts'
import { sqlTransactions } from './transactions.ts'
import { explainUnopened, sqlitePath } from './unopened.ts'
import { sqlUsers } from './users.ts'

export type StoreOptions = {
  /** The most connections to PostgreSQL that are open at once; 10 unless told. */
  poolSize?: number
  /** The most messages that wait for one application; 10,000 unless told. */
  messageRoom?: number
}

/**
 * Opens the database at `url` and brings it to the newest schema: `sqlite:<path>`, `sqlite::memory:` or `postgres://…`.
 * @throws Error when the URL names no engine we have, or the database cannot be opened
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  try {
    const engine = await openEngine(url, options)
    await migrate(engine).catch(async (error: unknown) => {
      await engine.close()
      throw error
    })
    return storeOver(engine, options)
  } catch (error) {
    throw explainUnopened(error, url)
  }
}

async function openEngine(url: string, { poolSize }: StoreOptions): Promise<Engine> {
  if (/^sqlite:./.test(url)) return openSqlite(sqlitePath(url))
  if (/^postgres(ql)?:./.test(url)) {
    // Its driver is 10 MB that an installation on SQLite never needs.
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(url, poolSize)
  }
  throw new Error('The database URL must be sqlite:<path>, sqlite::memory: or postgres://<user>@<host>/<database>')
}

/** A second call waits for the first: closing twice must not wait for a thread that has gone. */
function onlyOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined
  return () => {
    closing ??= close()
    return closing
  }
}

/** All stores over one engine whose schema is the newest. */
export function storeOver(engine: Engine, { messageRoom = 10_000 }: StoreOptions = {}): Store {
  const db = databaseOver(engine)
  return {
    applications: sqlApplications(db),
    deletions: sqlApplicationDeletions(db),
    apiKeys: sqlApiKeys(db),
    users: sqlUsers(db),
    passkeys: sqlPasskeys(db, messageRoom),
    devices: sqlDevices(db),
    events: sqlEvents(db),
    blacklist: sqlBlacklist(db),
    transactions: sqlTransactions(db),
    messages: sqlMessages(db, messageRoom),
    messageCounts: sqlMessageCounts(db),
    outbox: sqlOutbox(db),
    limits: sqlRateLimits(db),
    contacts: sqlContacts(db, messageRoom),
    codes: sqlCodes(db, messageRoom),
    failures: sqlFailures(db),
    clientKeys: sqlClientKeys(db),
    credentials: sqlCredentials(db),
    accessCodes: sqlAccessCodes(db),
    mfa: sqlMfa(db),
    spentSessions: sqlSpentSessions(db),
    refresh: sqlRefresh(db),
    installation: sqlInstallation(db),
    checkWrite: writeChecking(db),
    async ping() {
      await engine.read({ sql: 'select 1', values: [] })
    },
    forgetExpired: expiredForgetting(db),
    close: onlyOnce(() => engine.close()),
  }
}
