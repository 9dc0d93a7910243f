import type { LimitClass } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import type { Limit } from '../../ports/limiter.ts'

/**
 * The subject of a limit: a network (an IPv4 address, an IPv6 /64), an application, a user of an application, or a
 * user from one network.
 */
export type Scope = 'network' | 'application' | 'user' | 'userFromNetwork'

const perMinute = (calls: number): Limit => ({ calls, seconds: 60 })

/**
 * How many calls of each class are allowed. The limits stop floods, not users: thousands behind the address of one office
 * sign in within minutes. An attacker who knows a username can use up what counts per `user`, so passkey ceremonies don't
 * count there: no one can lock a user out of their passkeys.
 */
export const callLimits = {
  read: { network: perMinute(6_000) },
  check: { network: perMinute(300_000) },
  begin: { network: perMinute(3_000), application: perMinute(120_000), userFromNetwork: perMinute(60) },
  complete: { network: perMinute(3_000), application: perMinute(120_000) },
  send: { network: perMinute(300), application: perMinute(12_000), user: { calls: 10, seconds: 600 } },
  guess: { network: perMinute(300), application: perMinute(12_000), user: perMinute(30) },
  report: { network: perMinute(600), application: perMinute(12_000) },
  account: { network: perMinute(3_000), application: perMinute(120_000), user: perMinute(300) },
  backend: { network: perMinute(60_000), application: perMinute(120_000) },
  admin: { network: perMinute(600) },
  directory: { network: perMinute(3_000) },
} as const satisfies Readonly<Record<LimitClass, Readonly<Partial<Record<Scope, Limit>>>>>
