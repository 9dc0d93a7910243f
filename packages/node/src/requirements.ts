import type { JWTPayload } from 'jose'
import { ThumbturnError } from './errors.ts'

type Requirements = { scopes?: readonly string[]; passkey?: boolean; maxAge?: number }

/**
 * Checks that a verified token meets the requirements. `now` in seconds since 1970.
 * @throws ThumbturnError token_missing_scope · token_without_passkey · token_too_old
 */
export function requireClaims(claims: JWTPayload, { scopes = [], passkey, maxAge }: Requirements, now: number): void {
  const missing = scopes.filter((scope) => !(claims.scopes as string[] | undefined)?.includes(scope))
  if (missing.length > 0)
    throw new ThumbturnError(
      'token_missing_scope',
      `The token lacks ${missing.join(', ')}: let the user sign in with a passkey`,
    )
  if (passkey && !claims.credID && claims.acr !== 'phr')
    throw new ThumbturnError(
      'token_without_passkey',
      'The user signed in without a passkey: let the user sign in with one',
    )
  if (maxAge !== undefined) requireFresh(claims.auth_time, maxAge, now)
}

function requireFresh(authTime: unknown, maxAge: number, now: number): void {
  if (typeof authTime !== 'number')
    throw new ThumbturnError(
      'token_too_old',
      'Only ID tokens contain the time of the sign-in: verify the idToken of a flow',
    )
  if (now - authTime > maxAge)
    throw new ThumbturnError('token_too_old', `The sign-in was more than ${maxAge} s ago: let the user sign in again`)
}
