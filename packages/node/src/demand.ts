import type { JWTPayload } from 'jose'
import { ThumbturnError } from './errors.ts'

type Demands = { scopes?: readonly string[]; passkey?: boolean; maxAge?: number }

/**
 * Holds a verified token against what its use demands. `now` in seconds since 1970.
 * @throws ThumbturnError token_missing_scope · token_without_passkey · token_too_old
 */
export function demand(claims: JWTPayload, { scopes = [], passkey, maxAge }: Demands, now: number): void {
  const missing = scopes.filter((scope) => !(claims.scopes as string[] | undefined)?.includes(scope))
  if (missing.length > 0)
    throw new ThumbturnError(
      'token_missing_scope',
      `The token lacks ${missing.join(', ')}: let the user sign in with a passkey`,
    )
  if (passkey && !claims.credID && claims.acr !== 'phr')
    throw new ThumbturnError('token_without_passkey', 'No passkey earned this token: let the user sign in with one')
  if (maxAge !== undefined) demandFresh(claims.auth_time, maxAge, now)
}

function demandFresh(authTime: unknown, maxAge: number, now: number): void {
  if (typeof authTime !== 'number')
    throw new ThumbturnError(
      'token_too_old',
      'Only ID tokens say when somebody signed in: verify the idToken of a flow',
    )
  if (now - authTime > maxAge)
    throw new ThumbturnError('token_too_old', `The sign-in was more than ${maxAge} s ago: let the user sign in again`)
}
