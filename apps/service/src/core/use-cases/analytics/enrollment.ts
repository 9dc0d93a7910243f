import type { Core } from '../../core.ts'

/** How many users have a passkey, and when that was counted (milliseconds since 1970). */
export type Enrollment = { users: number; passkeys: number; countedAt: number }

const freshForMs = 60_000

type EnrollmentCount = { at: number; result: Promise<Enrollment> }

const lastCounts = new WeakMap<Core['store'], Map<string, EnrollmentCount>>()

/** Counts in steps, so that other calls don't wait; calls within a minute share the result. */
export function countEnrollment(core: Pick<Core, 'store' | 'now' | 'monotonic'>, appId: string): Promise<Enrollment> {
  const { store, monotonic } = core
  const counts = lastCounts.get(store) ?? new Map<string, EnrollmentCount>()
  lastCounts.set(store, counts)
  const last = counts.get(appId)
  if (last && monotonic() - last.at < freshForMs) return last.result
  const result = count(core, appId)
  counts.set(appId, { at: monotonic(), result })
  result.catch(() => counts.delete(appId))
  return result
}

async function count({ store, now }: Pick<Core, 'store' | 'now'>, appId: string): Promise<Enrollment> {
  let [users, passkeys] = [0, 0]
  for (let after: string | undefined = ''; after !== undefined; ) {
    const step = await store.passkeys.countOwners(appId, after)
    users += step.users
    passkeys += step.passkeys
    after = step.next
  }
  return { users, passkeys, countedAt: now() }
}
