import type { LimitClass } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import { after, type Eventual } from '../../after.ts'
import type { Core } from '../../core.ts'
import { tooMany } from '../../errors.ts'
import type { Limit } from '../../ports/limiter.ts'
import { callLimits, type Scope } from './classes.ts'

/** The subjects that a call is counted for, as far as they're known when it's counted. */
export type CountedCall = { network?: string; appId?: string; user?: string }

const limitKeys: Record<Scope, (counted: CountedCall) => unknown[]> = {
  network: ({ network }) => [network],
  application: ({ appId }) => [appId],
  user: ({ appId, user }) => [appId, user],
  userFromNetwork: ({ appId, user, network }) => [appId, user, network],
}

/**
 * Counts a call for those of the scopes that its class limits.
 * @throws AppError too_many_requests: one of them has reached its limit
 */
export function countCall(
  { limiter }: Pick<Core, 'limiter'>,
  limitClass: LimitClass,
  { scopes, ...counted }: CountedCall & { scopes: readonly Scope[] },
): Eventual<void> {
  const limits: Readonly<Partial<Record<Scope, Limit>>> = callLimits[limitClass]
  for (const [index, scope] of scopes.entries()) {
    const limit = limits[scope]
    const parts = limitKeys[scope](counted)
    if (limit === undefined || parts.includes(undefined)) continue
    const rejecting = after(limiter.take(`${limitClass} ${scope} ${parts.join(' ')}`, limit), rejectExcess)
    // In order: a call that one scope rejects isn't counted for the next.
    if (rejecting)
      return rejecting.then(() => countCall({ limiter }, limitClass, { ...counted, scopes: scopes.slice(index + 1) }))
  }
}

function rejectExcess(waitMs: number) {
  if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000))
}
