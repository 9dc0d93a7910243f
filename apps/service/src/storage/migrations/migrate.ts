import type { Kysely } from 'kysely'
import type { Engine } from '../engine/engine.ts'
import { firstTables } from './0001-first-tables.ts'
import { aaguidBlacklist } from './0002-aaguid-blacklist.ts'
import { transactions } from './0003-transactions.ts'
import { devicesById } from './0004-devices-by-id.ts'
import { messages } from './0005-messages.ts'
import { codes } from './0006-codes.ts'
import { refreshFamilies } from './0007-refresh-families.ts'
import { deviceKeys } from './0008-device-keys.ts'
import { eventOrigins } from './0009-event-origins.ts'
import { clientKeys } from './0010-client-keys.ts'
import { userUpdates } from './0011-user-updates.ts'
import { credentials } from './0012-credentials.ts'
import { accessCodes } from './0013-access-codes.ts'
import { rateLimits } from './0014-rate-limits.ts'
import { tokensUntil } from './0015-tokens-until.ts'
import { tokenEpochs } from './0016-token-epochs.ts'
import { names } from './0017-names.ts'
import { passkeySlots } from './0017-passkey-slots.ts'
import { signingKeysById } from './0018-signing-keys-by-id.ts'
import { applicationVersions } from './0019-application-versions.ts'
import { installation } from './0020-installation.ts'
import { secondaryContacts } from './0021-secondary-contacts.ts'
import { applicationDeletions } from './0023-application-deletions.ts'
import { watermarks } from './0024-watermarks.ts'
import { eventTypes } from './0026-event-types.ts'
import { importedPasskeys } from './0027-imported-passkeys.ts'
import type { Migration } from './migration.ts'

/** The whole history, oldest first. */
const migrations: readonly Migration[] = [
  firstTables,
  aaguidBlacklist,
  transactions,
  devicesById,
  messages,
  codes,
  refreshFamilies,
  deviceKeys,
  eventOrigins,
  rateLimits,
  clientKeys,
  userUpdates,
  credentials,
  accessCodes,
  tokensUntil,
  tokenEpochs,
  signingKeysById,
  applicationVersions,
  installation,
  secondaryContacts,
  applicationDeletions,
  names,
  passkeySlots,
  watermarks,
  eventTypes,
  importedPasskeys,
]

/**
 * Brings the database to the newest schema. Safe when several nodes start at once: the engine holds a lock meanwhile.
 * @throws Error when the database knows a migration that this version does not
 */
export async function migrate(engine: Engine, history = migrations): Promise<void> {
  await engine.migrate((applied) => {
    refuseNewer(applied, history)
    const builder = engine.builder as unknown as Kysely<unknown>
    return history
      .filter(({ name }) => !applied.includes(name))
      .map(({ name, statements }) => ({
        name,
        sql: statements(builder, engine.columnTypes).map((statement) => statement.compile().sql),
      }))
  })
}

function refuseNewer(applied: readonly string[], history: readonly Migration[]) {
  const unknown = applied.filter((name) => !history.some((migration) => migration.name === name))
  if (unknown.length === 0) return
  throw new Error(`The database was migrated by a newer version (it has ${unknown.join(', ')}); start that version.`)
}
