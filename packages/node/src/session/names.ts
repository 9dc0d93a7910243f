import { type Exchange, isLocal } from './exchange.ts'
import type { SessionSettings } from './options.ts'

/** The names of the cookies of a request's browser, and whether they require TLS. */
export type CookieNames = { session: string; ended: string; device: string; secure: boolean }

export function toNames({ secure: given, cookie }: SessionSettings, exchange: Exchange): CookieNames {
  const secure = given ?? (process.env.NODE_ENV === 'production' || !isLocal(exchange))
  const session = secure ? `__Host-${cookie}` : cookie
  return { session, ended: `${session}-ended`, device: `${session}-device`, secure }
}
