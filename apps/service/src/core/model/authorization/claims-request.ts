/** A requested claim (OpenID Connect Core 1.0 §5.5.1). */
export type RequestedClaim = { essential?: boolean; values?: readonly unknown[] }

/** The `claims` parameter: claims by their name, for each place that they are requested in (OpenID Connect Core 1.0 §5.5). */
export type ClaimsRequest = {
  idToken: Readonly<Record<string, RequestedClaim>>
  userinfo: Readonly<Record<string, RequestedClaim>>
}

/** More than any client needs: each name costs a lookup for each token. */
const mostClaims = 50

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the `claims` parameter; undefined if it isn't valid. Members that the standard doesn't define are ignored. */
export function readClaimsRequest(text: string): ClaimsRequest | undefined {
  const parsed = parse(text)
  if (!isObject(parsed)) return undefined
  const idToken = readClaims(parsed.id_token)
  const userinfo = readClaims(parsed.userinfo)
  return idToken && userinfo && { idToken, userinfo }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readClaims(claims: unknown = {}): ClaimsRequest['idToken'] | undefined {
  if (!isObject(claims)) return undefined
  const entries = Object.entries(claims)
  if (entries.length > mostClaims || entries.some(([, claim]) => !isValidClaim(claim))) return undefined
  return Object.fromEntries(entries.map(([name, claim]) => [name, toRequestedClaim(claim)]))
}

const isValidClaim = (claim: unknown) =>
  claim === null ||
  (isObject(claim) &&
    (claim.essential === undefined || typeof claim.essential === 'boolean') &&
    (claim.values === undefined || Array.isArray(claim.values)))

function toRequestedClaim(claim: unknown): RequestedClaim {
  const { essential, value, values } = (claim ?? {}) as { essential?: boolean; value?: unknown; values?: unknown[] }
  const accepted = values ?? (value === undefined ? undefined : [value])
  return { ...(essential && { essential }), ...(accepted && { values: accepted }) }
}
