import type { Store } from '../core/ports/store.ts'
import { databaseOver } from './engine/database.ts'
import type { Engine } from './engine/engine.ts'
import { openSqlite } from './engine/sqlite.ts'
import { explainUnopened, sqlitePath } from './engine/unopened.ts'
import { migrate } from './migrations/migrate.ts'
import { sqlAccessCodes } from './tables/access-codes.ts'
import { sqlApiKeys } from './tables/api-keys.ts'
import { sqlApplicationDeletions } from './tables/application-removal.ts'
import { sqlApplications } from './tables/applications.ts'
import { sqlBlacklist } from './tables/blacklist.ts'
import { sqlClientKeys } from './tables/client-keys.ts'
import { sqlCodes } from './tables/codes.ts'
import { sqlContacts } from './tables/contacts.ts'
import { sqlCredentials } from './tables/credentials.ts'
import { sqlDevices } from './tables/devices.ts'
import { sqlEvents } from './tables/events.ts'
import { sqlFailures } from './tables/failures.ts'
import { expiredForgetting } from './tables/forgetting.ts'
import { sqlInstallation, writeChecking } from './tables/installation.ts'
import { sqlMessageCounts } from './tables/message-counts.ts'
import { sqlMessages } from './tables/messages.ts'
import { sqlMfa } from './tables/mfa.ts'
import { sqlOutbox } from './tables/outbox.ts'
import { sqlPasskeys } from './tables/passkeys.ts'
import { sqlRateLimits } from './tables/rate-limits.ts'
import { sqlRefresh } from './tables/refresh.ts'
import { sqlSpentSessions } from './tables/spent-sessions.ts'
import { sqlTransactions } from './tables/transactions.ts'
import { sqlUsers } from './tables/users.ts'

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
    const { openPostgres } = await import('./engine/postgres.ts')
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
    checkpoint: () => engine.checkpoint(),
    forgetExpired: expiredForgetting(db),
    close: onlyOnce(() => engine.close()),
  }
}
