import type { Core } from '../../core.ts'
import { recordCounts } from './record-counts.ts'

/**
 * Writes the number of rejected calls. Attackers can cause rejections at will, so each has no row of its own; its precise
 * reason is in the log.
 */
export const recordRejectedCalls = (core: Core): Promise<void> =>
  recordCounts(core, core.rejectedCalls, (counted) => {
    const count = Object.values(counted).reduce((sum, one) => sum + one, 0)
    return { type: 'fido2.calls.rejected', detail: { count, ...counted } }
  })
