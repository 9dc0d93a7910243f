import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { completeDeletions } from '../core/model/applications/delete.ts'
import { recordKeyUses } from '../core/model/applications/keys.ts'
import { retireOutlivedKeys } from '../core/model/applications/signing-keys.ts'
import { deleteOldEntries } from '../core/model/audit/retention.ts'
import { recordAttempts } from '../core/model/events/attempts.ts'
import { recordRejectedCalls } from '../core/model/events/rejected-calls.ts'
import { forgetOldEvents } from '../core/model/events/retention.ts'

/** What `serve` does every minute, on each node. */
export async function upkeep(
  core: Core,
  { AUDIT_RETENTION_DAYS }: Pick<Config, 'AUDIT_RETENTION_DAYS'>,
): Promise<void> {
  await recordCounts(core)
  await retireOutlivedKeys(core)
  await completeDeletions(core)
  await core.watermark.advance()
  await core.limiter.forget()
  // The clock of another node may be a minute behind ours.
  await core.store.forgetExpired(core.now() - 60_000)
  await forgetOldEvents(core)
  await deleteOldEntries(core, AUDIT_RETENTION_DAYS)
  await core.store.checkpoint()
}

/** Writes what this node counted in memory. */
export async function recordCounts(core: Core): Promise<void> {
  await recordRejectedCalls(core)
  await recordAttempts(core)
  await recordKeyUses(core)
}
