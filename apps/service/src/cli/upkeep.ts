import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { completeDeletions } from '../core/use-cases/applications/delete.ts'
import { recordKeyUses } from '../core/use-cases/applications/keys.ts'
import { retireOutlivedKeys } from '../core/use-cases/applications/signing-keys.ts'
import { deleteOldEntries } from '../core/use-cases/audit/retention.ts'
import { recordAttempts } from '../core/use-cases/events/attempts.ts'
import { recordRejectedCalls } from '../core/use-cases/events/rejected-calls.ts'
import { forgetOldEvents } from '../core/use-cases/events/retention.ts'

/** A clock that is an hour ahead for a while must not forget what nodes with correct clocks still accept. */
const expiredKeptMs = 70 * 60_000

/** The work of `serve` every minute, on each node. The signal ends what can take long. */
export async function upkeep(
  core: Core,
  { AUDIT_RETENTION_DAYS }: Pick<Config, 'AUDIT_RETENTION_DAYS'>,
  signal?: AbortSignal,
): Promise<void> {
  await recordCounts(core)
  await retireOutlivedKeys(core)
  await core.watermark.advance()
  await core.limiter.forget()
  await core.store.forgetExpired(core.now() - expiredKeptMs)
  await completeDeletions(core, signal)
  await forgetOldEvents(core, signal)
  await deleteOldEntries(core, AUDIT_RETENTION_DAYS)
  await core.store.checkpoint()
}

/** Writes what this node counted in memory. */
export async function recordCounts(core: Core): Promise<void> {
  await recordRejectedCalls(core)
  await recordAttempts(core)
  await recordKeyUses(core)
}
