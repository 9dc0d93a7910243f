import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { CallResult } from '../../api/call.ts'

export type ApiKey = CallResult<'apiKeysList'>['apiKeys'][number]

const dayMs = 86_400_000

/** How long new keys can work, in days; no expiry is last, because a key that expires limits what a leak costs. */
export const lifetimes = [
  offer('30', msg`30 days`),
  offer('90', msg`90 days`),
  offer('365', msg`1 year`),
  offer('', msg`No expiry`),
]

/** The label is read when it is shown, once the language is known. */
function offer(value: string, label: MessageDescriptor) {
  return {
    value,
    get label() {
      return i18n._(label)
    },
  }
}

/** The lifetime of a key that a member doesn't choose otherwise. */
export const usualLifetime = '365'

/** When a key with a lifetime in days expires; undefined for the empty text. */
export const toExpiry = (days: string, now = Date.now()): string | undefined =>
  days === '' ? undefined : new Date(now + Number(days) * dayMs).toISOString()

/** The present state of a key. */
export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked'

/** A key expires soon in its last two weeks. */
export function findState(
  { expiresAt, revokedAt }: Pick<ApiKey, 'expiresAt' | 'revokedAt'>,
  now = Date.now(),
): KeyState {
  if (revokedAt !== undefined) return 'revoked'
  const left = expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt) - now
  if (left <= 0) return 'expired'
  return left < 14 * dayMs ? 'expiring' : 'active'
}
