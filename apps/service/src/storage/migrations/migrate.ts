import { OperatorError } from '../../core/errors.ts'
import type { Engine } from '../engine/engine.ts'
import { baseline } from './0001-baseline.ts'
import { openidProvider, refreshFamiliesByClient } from './0002-openid-provider.ts'
import { groupsAndProfiles } from './0004-groups-and-profiles.ts'
import { logoutNotices } from './0005-logout-notices.ts'
import { deviceDecisions } from './0006-device-decisions.ts'
import { userSearch } from './0007-user-search.ts'
import { refreshTokenLifetime } from './0008-refresh-token-lifetime.ts'
import { protectedResources } from './0009-protected-resources.ts'
import { protectedSites } from './0010-protected-sites.ts'
import { deviceKeys } from './0011-device-keys.ts'
import { sessionClientsBySid } from './0012-session-clients-by-sid.ts'
import { lastUseOfConsents } from './0013-last-use-of-consents.ts'
import type { AppliedMigration, Migration, PendingMigration } from './migration.ts'
import { findNewestRelease, listAutomatic, listPending, listUnknown, rejectUnusable } from './plan.ts'

/** The whole history, oldest first. */
export const migrations: readonly Migration[] = [
  baseline,
  openidProvider,
  refreshFamiliesByClient,
  groupsAndProfiles,
  logoutNotices,
  deviceDecisions,
  userSearch,
  refreshTokenLifetime,
  protectedResources,
  protectedSites,
  deviceKeys,
  sessionClientsBySid,
  lastUseOfConsents,
]

export type MigrateOptions = {
  /** Also applies contracting migrations. Only when no node runs an earlier release. */
  contract?: boolean
  history?: readonly Migration[]
}

/**
 * Brings the database to the newest schema and returns what was applied. Safe when several nodes start at once: the engine
 * holds a lock for the time, which it takes only if something is to be done.
 * @throws OperatorError if this release can't use the database; see `rejectUnusable`
 */
export async function migrate(
  engine: Engine,
  { contract = false, history = migrations }: MigrateOptions = {},
): Promise<readonly PendingMigration[]> {
  const plan = (applied: readonly AppliedMigration[]) => {
    rejectUnusable(applied, history)
    const pending = listPending(engine, applied, history)
    return contract ? pending : listAutomatic(pending, applied)
  }
  if (plan(await engine.readMigrations()).length === 0) return []
  return engine.migrate(plan)
}

/**
 * Makes sure that the schema is the newest, without changing it.
 * @throws OperatorError if a migration other than a contracting one is missing, or this release can't use the database
 */
export async function requireMigrated(engine: Engine, history = migrations): Promise<void> {
  const applied = await engine.readMigrations()
  rejectUnusable(applied, history)
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
