/** The most that the custom claims of a user or a group can take: bytes of their JSON in UTF-8, and levels of nesting. */
export const mostClaimBytes = 4_096
export const deepestClaim = 4

/** The claims of each scope (OpenID Connect Core 1.0 §5.4); `groups` is the scope of the user's groups. */
export const scopeClaims = {
  profile: [
    ...['name', 'given_name', 'family_name', 'nickname', 'preferred_username', 'picture', 'website', 'locale'],
    ...['zoneinfo', 'updated_at'],
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  groups: ['groups'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The standard claims that no field of a user corresponds to (OpenID Connect Core 1.0 §5.1). */
const otherStandardClaims = ['middle_name', 'profile', 'gender', 'birthdate', 'address']

/**
 * The claims whose meaning a protocol defines: RFC 7519 §4.1, RFC 7662 §2.2, RFC 8693 §4, RFC 9068 §2.2, RFC 9396 §9.1,
 * RFC 9449 §6, OpenID Connect Core 1.0 §2, §5.6.2, and §7, its logout specifications, and the tokens of this service's
 * own APIs. `__proto__` is no protocol's, but the name that JavaScript gives a meaning to.
 */
const protocolClaims: readonly string[] = [
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'nonce', 'azp', 'auth_time', 'acr', 'amr', 'at_hash', 'c_hash'],
  ...['s_hash', 'sub_jwk', '_claim_names', '_claim_sources', 'sid', 'events', 'active', 'token_type', 'client_id'],
  ...['scope', 'cnf', 'act', 'may_act', 'authorization_details', 'username', 'tokenType', 'scopes', 'credID', 'via'],
  ...['epoch', 'join', 'fid', 'rid', 'verify', '__proto__'],
]

const standardClaims: readonly string[] = [...Object.values(scopeClaims).flat(), ...otherStandardClaims]

/** Whether OpenID Connect, JWT, or this service defines the claim, so that it can't be a custom one. */
export const isReservedClaim = (name: string): boolean => protocolClaims.includes(name) || standardClaims.includes(name)
