import type { Difference } from './compare.ts'

/**
 * An intended difference: in which scenario and response, about what (`*`: everything that begins like that), ours, theirs, and why.
 * `some`: any value; `nothing`: none.
 */
type Row = readonly [where: RegExp, what: string, ours: Value, theirs: Value, why: string]
type Value = string | number | boolean | undefined

export const some = '<some>'
const nothing = undefined

const withoutClient =
  /^(no client|a header that is not Base64|another scheme|an assertion that is no JWT|\w+ without a client): /
const withoutUser = /^userinfo with (a token of another scheme|an unknown DPoP token): /

/** Every difference of what our provider and `oidc-provider` respond to the same relying parties in the same configuration. */
export const differences: readonly Row[] = [
  // Metadata
  [/: metadata/, 'backchannel_logout_*', true, nothing, 'theirs has it off in this suite'],
  [/: metadata/, 'claim_types_supported*', nothing, true, 'normal is the default (Discovery 1.0 §3)'],
  [/: metadata/, 'claims_supported[iss]', nothing, true, 'it isn’t about the user'],
  [/: metadata/, 'claims_supported[sid]', nothing, true, 'it isn’t about the user'],
  [/: metadata/, 'introspection_endpoint_auth_*', true, nothing, 'theirs lists only those of the token endpoint'],
  [/: metadata/, 'revocation_endpoint_auth_*', true, nothing, 'theirs lists only those of the token endpoint'],
  [/: metadata/, 'prompt_values_supported*', true, nothing, 'theirs lists them only with `create`'],
  [/: metadata/, 'request_parameter_supported', false, nothing, 'false is the default (Discovery 1.0 §3)'],
  [/: metadata/, 'require_pushed_authorization_requests', false, nothing, 'false is the default (RFC 9126 §5)'],
  [/: metadata/, 'response_modes_supported[form_post]', nothing, true, 'ours offers the query only'],
  [/: metadata/, 'response_modes_supported[fragment]', nothing, true, 'ours offers the query only'],
  [
    /: jwks/,
    'header content-type',
    'application/json',
    'application/jwk-set+json',
    'no client requires the media type of RFC 7517 §8.5.2',
  ],
  [/: jwks/, 'keys[ES256].key_ops[verify]', true, nothing, 'optional (RFC 7517 §4.3)'],
  [/: jwks/, 'keys[RS256].key_ops[verify]', true, nothing, 'optional (RFC 7517 §4.3)'],

  // Authorization
  [
    /: authorization callback/,
    'error',
    'invalid_request',
    'unsupported_response_mode',
    'no standard has a code for a response mode',
  ],
  [
    /: authorization callback/,
    'error_description',
    some,
    nothing,
    'optional (RFC 6749 §4.1.2.1); ours always says what is wrong',
  ],
  [
    /: authorization callback/,
    'in the fragment',
    nothing,
    true,
    'ours knows no response type whose default is the fragment',
  ],
  [
    /request_uri that was never pushed: authorization/,
    'outcome',
    'authorization page 400',
    'authorization callback',
    'with a request_uri, nothing else of the request counts (RFC 9126 §4), so that ours knows no redirect URI',
  ],
  [/request_uri that was never pushed: authorization/, '*', nothing, some, 'as above'],
  [
    /^a pushed request twice/,
    'outcome',
    'authorization callback',
    'authorization page 400',
    'users reload pages (RFC 9126 §4), and an unauthenticated call of ours writes nothing',
  ],
  [/^a pushed request twice/, '*', some, nothing, 'as above'],
  [/: pushed_authorization_request 201/, 'expires_in', 90, 60, 'both are short (RFC 9126 §2.2)'],

  // Tokens
  [/: token 200/, 'access_token', nothing, '<a string>', 'theirs is opaque unless it is for an API'],
  [/: token 200/, 'access_token.*', some, nothing, 'ours is always a JWT (RFC 9068)'],
  [/: token 200/, 'access_token.claims.scope', 'openid read', 'read', 'openid was granted, too'],
  [/: token 200/, 'scope', 'openid read', 'read', 'openid was granted, too'],
  [/: token 200/, 'id_token.claims.at_hash', some, nothing, 'optional in the code flow (Core 1.0 §3.1.3.6)'],
  [/: token 200/, 'id_token.claims.nonce', nothing, some, 'a refreshed ID token should have none (Core 1.0 §12.2)'],
  [/: token 200/, 'id_token.claims.sid', some, nothing, 'theirs has it only if a client needs it to sign users out'],
  [/: token 200/, 'id_token.header.typ', 'JWT', nothing, 'optional (RFC 7519 §5.1)'],
  [/: token 400/, 'error', 'unauthorized_client', 'invalid_request', 'RFC 6749 §5.2 has a code for such a grant'],
  [/: token 400/, 'scope', nothing, some, 'theirs adds the scope to the error'],
  [/ 401/, 'header challenge', 'Basic without error', some, 'the error is in the body (RFC 6749 §5.2)'],
  [/: token 401/, 'header challenge', some, nothing, 'RFC 9110 §15.5.2 requires one with every 401'],

  // Introspection, revocation, userinfo
  [/: introspection 200/, 'username', some, nothing, 'optional (RFC 7662 §2.2)'],
  [/: introspection 200/, 'aud*', true, nothing, 'theirs has none unless it is for an API'],
  [/: introspection 200/, 'iat', nothing, some, 'ours doesn’t know it of a refresh token'],
  [/: introspection 200/, 'jti', some, nothing, 'optional (RFC 7662 §2.2)'],
  [/: introspection 200/, 'auth_time', some, nothing, 'for APIs that require a recent sign-in (RFC 9470 §6.2)'],
  [/: introspection 200/, 'acr', some, nothing, 'for APIs that require a recent sign-in (RFC 9470 §6.2)'],
  [
    /without a secret.*: introspection/,
    'outcome',
    'introspection 401',
    'introspection 200',
    'only a client that authenticates can ask (RFC 7662 §2.1)',
  ],
  [/without a secret.*: introspection 401/, '*', some, nothing, 'as above'],
  [/without a secret.*: introspection 401/, 'active', nothing, false, 'as above'],
  [/: revocation 200/, 'header content-type', 'none', 'text/plain', 'there is no body'],
  [/: revocation 200/, 'header no-store', true, false, 'no response of ours to a POST is stored'],
  [/: userinfo 200/, 'body.claims.exp', nothing, some, 'without it, it can’t be taken for an ID token'],
  [/: userinfo 200/, 'body.claims.iat', nothing, some, 'without it, it can’t be taken for an ID token'],
  [/: userinfo 200/, 'body.header.typ', 'JWT', nothing, 'optional (RFC 7519 §5.1)'],

  // Plain requests
  [/^JSON: token/, 'outcome', 'token 415', 'token 400', 'RFC 9110 §15.5.16 has a status for another media type'],
  [/^GET at the token endpoint: /, '*', some, some, 'there is no such resource; neither is read by a client'],
  [/^GET at the token endpoint: /, '*', some, nothing, 'as above'],
  [/^GET at the token endpoint: /, 'body', nothing, 'Not Found', 'as above'],
  [withoutClient, 'outcome', some, some, 'without a client that can be read, its authentication fails (RFC 6749 §5.2)'],
  [withoutClient, 'error', 'invalid_client', 'invalid_request', 'as above'],
  [withoutClient, 'header challenge', some, nothing, 'RFC 9110 §15.5.2 requires one with every 401'],
  [/^no DPoP proof/, 'error', 'invalid_dpop_proof', 'invalid_grant', 'theirs reads the refresh token first'],
  [withoutUser, 'outcome', 'userinfo 401', 'userinfo 400', 'a token that can’t be read is none (RFC 6750 §3.1)'],
  [withoutUser, 'header challenge', some, some, 'as above'],
  [withoutUser, 'error', 'invalid_token', 'invalid_request', 'as above'],
  [/: revocation 4/, 'header no-store', true, false, 'no response of ours to a POST is stored'],
  [/^a pushed request with a request_uri/, 'error', 'invalid_request', some, 'RFC 9126 §2.1 has no code of its own'],
  [/^a pushed request with a request_uri/, 'error_description', some, nothing, 'optional (RFC 6749 §5.2)'],
]

const matches = (expected: Value, value: Value) => (expected === some ? value !== undefined : expected === value)

const isAbout = (what: string, pattern: string) =>
  pattern.endsWith('*') ? what.startsWith(pattern.slice(0, -1)) : what === pattern

/** The row that explains a difference. */
export const findRow = ({ where, what, ours, theirs }: Difference): Row | undefined =>
  differences.find(
    ([at, pattern, our, their]) =>
      at.test(where) && isAbout(what, pattern) && matches(our, ours) && matches(their, theirs),
  )
