/** The scopes of OpenID Connect Core 1.0 §5.4 and §11, and `groups`, the user's groups in the application. */
export const openidScopes = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'] as const

export type OpenidScope = (typeof openidScopes)[number]

/** The prompts that a client can ask for (OpenID Connect Core 1.0 §3.1.2.1; `create`: Initiating User Registration 1.0 §4). */
export const prompts = ['none', 'login', 'consent', 'select_account', 'create'] as const

export type Prompt = (typeof prompts)[number]

/** The authentication contexts of OpenID Connect EAP ACR Values 1.0 §2: with a passkey, or with a passkey in hardware. */
export const acrValues = ['phr', 'phrh'] as const

export type AcrValue = (typeof acrValues)[number]

/** The userinfo endpoint, relative to the issuer: the audience of access tokens that are for no other resource (RFC 9068 §3). */
export const userinfoPath = '/openid/userinfo'

/** Of a sign-out request that was posted, sealed: proxies read headers of a response up to 16 kB, and so do servers an address. */
export const mostPostedCharacters = 14_000
