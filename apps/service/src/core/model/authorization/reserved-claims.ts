/**
 * Claims that say what a token is, whom it is for, and how a user signed in. Profiles, groups, and settings of clients
 * never supply them: otherwise, an ID token could pass as another kind of token.
 */
const reservedClaims: ReadonlySet<string> = new Set([
  // RFC 7519 §4.1
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'],
  // OpenID Connect Core 1.0 §2 and §3.3.2.11, Back-Channel Logout 1.0 §2.4
  ...['auth_time', 'nonce', 'acr', 'amr', 'azp', 'at_hash', 'c_hash', 's_hash', 'sid', 'events'],
  // RFC 9068 §2.2, RFC 7800 §3.1, RFC 8693 §4.1 and §4.4
  ...['client_id', 'scope', 'cnf', 'act', 'may_act'],
  // Tokens of the API
  ...['tokenType', 'scopes', 'credID', 'epoch', 'rpId', 'fid', 'rid', 'uid', 'verify', 'claims', 'consentedAt'],
])

/** Whether a claim has a meaning of its own, so that nothing else can be put into it. */
export const isReservedClaim = (name: string): boolean => reservedClaims.has(name)
