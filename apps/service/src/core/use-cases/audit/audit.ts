import type { Core } from '../../core.ts'
import type { Actor, AuditEntry, AuditValues } from '../../model/audit/entry.ts'
import type { Write } from '../../writes.ts'

type Change = Pick<AuditEntry, 'action'> & Partial<Pick<AuditEntry, 'application' | 'target' | 'before' | 'after'>>

/** A certificate list has hundreds of kilobytes; its length says enough. */
const longestValue = 2_000

/**
 * The writes that record an administrative change, in the batch that makes it. Nothing if no administrator makes it: a
 * backend with a key of its own application, or a user.
 */
export const recordChange = (core: Core, change: Change): Write[] =>
  core.actor === undefined ? [] : [{ addAuditEntry: createAuditEntry(core, core.actor, change) }]

/** Records what no single batch does, before it starts: without its entry, it isn't done. */
export async function recordInAdvance(core: Core, change: Change): Promise<void> {
  const writes = recordChange(core, change)
  if (writes.length > 0) await core.store.commit(writes)
}

/** The entry of a change that has this actor. */
export function createAuditEntry({ random, now, origin }: Core, actor: Actor, change: Change): AuditEntry {
  return {
    id: random.timeId(),
    at: now(),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    action: change.action,
    application: change.application,
    target: change.target,
    before: shorten(change.before),
    after: shorten(change.after),
    address: origin?.address,
    userAgent: origin?.userAgent,
  }
}

function shorten(values: AuditValues | undefined): AuditValues | undefined {
  if (values === undefined) return undefined
  const entries = Object.entries(values).map(([name, value]) => {
    const { length } = JSON.stringify(value) ?? ''
    return [name, length > longestValue ? `(${length} characters)` : value]
  })
  return Object.fromEntries(entries)
}

/** The fields that differ, as they are before and after. */
export function compareValues(before: AuditValues, after: AuditValues): { before: AuditValues; after: AuditValues } {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (values: AuditValues) => Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
