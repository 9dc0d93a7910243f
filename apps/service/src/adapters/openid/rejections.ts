import { AppError, type Outage } from '../../core/errors.ts'
import { findOutage, unusable } from './outages.ts'

/** The texts for the user and an operator, by the finding of the library. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/"iss"|issuer/i, 'its issuer is not the provider that the sign-in was started with'],
  [/"aud"|"azp"|audience/i, 'the ID token is for another client'],
  [/nonce/i, 'the ID token belongs to another sign-in (nonce)'],
  [/"exp"|expir/i, 'the ID token has expired'],
  [/"nbf"|"iat"|"auth_time"|timestamp/i, 'a time in the ID token is not plausible: compare the clocks'],
  [/signature|verification key|"alg"|algorithm|key selection/i, 'the signature of the ID token is not valid'],
  [/state/i, 'its state is not that of the sign-in'],
]

const errorName = /^[a-z_]{1,60}$/

/** An error for the caller; the log has the cause. */
export const rejected = (reason: string, cause: unknown): AppError =>
  new AppError('sso_rejected', `The response of the identity provider was rejected: ${reason}`, { cause })

/** Codes by which a provider says through the browser that it doesn't work (RFC 6749 §4.1.2.1). */
const outages = ['server_error', 'temporarily_unavailable']

/** Turns what the library throws into an error for the caller. */
export function explainError(error: unknown): AppError | Outage {
  const outage = findOutage(error)
  if (outage) return outage
  const reported = findProviderError(error)
  if (reported !== undefined && outages.includes(reported)) return unusable(`it reported ${reported}`)
  return rejected(reported === undefined ? findReason(collectMessages(error)) : `it reported ${reported}`, error)
}
const findReason = (text: string) =>
  reasons.find(([pattern]) => pattern.test(text))?.[1] ?? 'it is not a valid response of OpenID Connect'

/** An error that the provider itself reports, such as access_denied or invalid_client. */
function findProviderError(error: unknown): string | undefined {
  const { error: name } = error as { error?: unknown }
  return typeof name === 'string' && errorName.test(name) ? name : undefined
}

function collectMessages(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { claim } = (error.cause ?? {}) as { claim?: unknown }
  return `${error.message} ${typeof claim === 'string' ? `"${claim}"` : ''} ${collectMessages(error.cause)}`
}
