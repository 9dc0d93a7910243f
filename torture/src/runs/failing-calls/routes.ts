import { apis } from '@thumbturn/contract'
import { routeKey } from '@thumbturn/service-harness/route-key.ts'

/** Routes that work from memory, and those that stream: their response can have begun, and then just ends early. */
const tolerant = new Set(
  Object.values(apis).flatMap((api) =>
    Object.values(api.routes)
      .filter((route) => route.offline || route.media !== undefined)
      .map((route) => routeKey(api, route)),
  ),
)

/** The files with which a domain authorizes others are served from memory. */
const isWellKnown = (route: string) => route.startsWith('GET /.well-known/')

/** Whether requests of that route, such as `GET /certs`, can succeed although a query failed. */
export const toleratesOutages = (route: string) => tolerant.has(route) || isWellKnown(route)

/** A bulk request of SCIM succeeds as a whole; each of its operations has a status of its own (RFC 7644 §3.7.3). */
export const isBulk = (route: string) => route === 'POST /scim/v2/Bulk'

export function readInnerStatuses(body: string): number[] {
  const { Operations = [] } = JSON.parse(body) as { Operations?: { status: string }[] }
  return Operations.map(({ status }) => Number(status))
}

/** Whether a request of that route can be repeated (RFC 9110 §9.2.2), so that it may be stored when a read after it fails. */
export const isIdempotent = (route: string) => /^(PUT|PATCH|DELETE) /.test(route)

/**
 * Whether the repetition of such a request has found what it asks for: what was deleted may be missing, and If-Match can name
 * the version before the change.
 */
export const isRepeated = (route: string, { statusCode }: { statusCode: number }) =>
  (statusCode >= 200 && statusCode < 400) || statusCode === 412 || (statusCode === 404 && route.startsWith('DELETE '))

/**
 * Hosted pages store that a user signed in, or what they allowed, before they make the code for the program, which is another change,
 * and a member who waits for a role gives up a username before a user of the directory gets it. After a failure in between, the same
 * call leads on.
 */
export const storesFirst = (route: string) =>
  /^POST \/(?:openid\/pages\/(?:session|consent)|scim\/v2\/Users)$/.test(route)

/** Whether a failed request has used up something elsewhere: a provider accepts an authorization code once (RFC 6749 §4.1.2). */
export const isUsedUp = (route: string) => route === 'POST /admin/v1/sso/complete'

/** A code that the flow can't use is spent before the request is rejected, so that it can't be tried elsewhere. */
export const isSpentInVain = (route: string, { statusCode }: { statusCode: number }) =>
  route === 'POST /fido2/v2/mfa/otp/verify' && statusCode === 400

/** The second batch of a recovery is repeated if it fails, so a success with a change is none without one. */
export const repeatsCommits = (route: string) => /^POST \/fido2\/v2\/(?:auth|mfa)\/otp\/verify$/.test(route)
