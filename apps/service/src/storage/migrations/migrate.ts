import { OperatorError } from '../../core/errors.ts'
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
import { members } from './0028-members.ts'
import { rollUps } from './0029-roll-ups.ts'
import { usersByPrefix } from './0030-users-by-prefix.ts'
import { auditEntries } from './0031-audit-entries.ts'
import { apiKeyUses } from './0032-api-key-uses.ts'
import { savedFilters } from './0033-saved-filters.ts'
import { messageTemplates } from './0034-message-templates.ts'
import { connectors } from './0035-connectors.ts'
import { sso } from './0036-sso.ts'
import { scim } from './0037-scim.ts'
import { unknownFailures } from './0038-unknown-failures.ts'
import { transactionAssertions } from './0039-transaction-assertions.ts'
import { passkeyExtensions } from './0040-passkey-extensions.ts'
import { paymentConfirmations } from './0044-payment-confirmations.ts'
import { roomForUpdates } from './0045-room-for-updates.ts'
import { ssoClaims } from './0048-sso-claims.ts'
import { ssoLinks } from './0049-sso-links.ts'
import { ssoRemovedAccounts } from './0050-sso-removed-accounts.ts'
import type { AppliedMigration, Migration, PendingMigration } from './migration.ts'
import { findNewestRelease, listAutomatic, listPending, listUnknown, rejectContracted } from './plan.ts'

/** The whole history, oldest first. */
export const migrations: readonly Migration[] = [
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
  members,
  rollUps,
  usersByPrefix,
  auditEntries,
  apiKeyUses,
  savedFilters,
  messageTemplates,
  connectors,
  sso,
  scim,
  unknownFailures,
  transactionAssertions,
  passkeyExtensions,
  paymentConfirmations,
  roomForUpdates,
  ssoClaims,
  ssoLinks,
  ssoRemovedAccounts,
]

export type MigrateOptions = {
  /** Also applies contracting migrations. Only when no node runs an earlier release. */
  contract?: boolean
  history?: readonly Migration[]
}

/**
 * Brings the database to the newest schema and returns what was applied. Safe when several nodes start at once: the engine
 * holds a lock meanwhile, which it takes only if something is to be done.
 * @throws Error if a later release removed what this one uses
 */
export async function migrate(
  engine: Engine,
  { contract = false, history = migrations }: MigrateOptions = {},
): Promise<readonly PendingMigration[]> {
  const plan = (applied: readonly AppliedMigration[]) => {
    rejectContracted(applied, history)
    const pending = listPending(engine, applied, history)
    return contract ? pending : listAutomatic(pending, applied)
  }
  if (plan(await engine.readMigrations()).length === 0) return []
  return engine.migrate(plan)
}

/**
 * Makes sure that the schema is the newest, without changing it.
 * @throws Error if a migration other than a contracting one is missing, or a later release removed what this one uses
 */
export async function requireMigrated(engine: Engine, history = migrations): Promise<void> {
  const applied = await engine.readMigrations()
  rejectContracted(applied, history)
  const missing = listAutomatic(listPending(engine, applied, history), applied)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  throw new OperatorError(
    'schema_unusable',
    `The database lacks migrations: ${names}. Run \`thumbturn migrate-schema\` first.`,
  )
}

/**
 * Makes sure that this release knows all tables and columns.
 * @throws Error if a later release upgraded the schema
 */
export async function requireKnownSchema(engine: Engine, history = migrations): Promise<void> {
  const unknown = listUnknown(await engine.readMigrations(), history)
  if (unknown.length === 0) return
  const names = unknown.map(({ name }) => name).join(', ')
  throw new OperatorError(
    'schema_unusable',
    `The database has tables or columns that only a later release knows (${names}). Use ${findNewestRelease(unknown)}.`,
  )
}
