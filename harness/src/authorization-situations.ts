import type { BrowserSession } from '@thumbturn/service/core/model/authorization/browser-session.ts'
import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import type { Consent } from '@thumbturn/service/core/model/authorization/consent.ts'
import type { LogoutNotice } from '@thumbturn/service/core/model/authorization/logout-notice.ts'
import type { ProtectedResource } from '@thumbturn/service/core/model/authorization/protected-resource.ts'
import type { RefreshFamily } from '@thumbturn/service/core/model/mfa/record.ts'

/** A client of a web application with one secret. */
export const openidClient = (id: string, changes: Partial<Client> = {}): Client => ({
  appId: 'shop',
  id,
  name: `The ${id}`,
  type: 'web',
  redirectUris: [`https://${id}.example.com/callback`],
  postLogoutRedirectUris: [],
  authMethod: 'client_secret_basic',
  grantTypes: ['authorization_code', 'refresh_token'],
  requirePkce: true,
  scopes: ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'],
  resources: [],
  allowedGroups: [],
  consent: 'ask',
  idTokenAlg: 'RS256',
  subjectType: 'public',
  accessTokenSeconds: 600,
  idTokenSeconds: 600,
  refreshTokenSeconds: 2_592_000,
  refreshTokenAbsoluteSeconds: 15_552_000,
  requirePar: false,
  dpop: 'optional',
  claims: {},
  secrets: [{ id: 'first', hash: 'hash', hint: 'abcd', createdAt: 1_000 }],
  disabled: false,
  version: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...changes,
})

/** A browser in which that user signed in with their passkey. */
export const browserSession = (name: string, changes: Partial<BrowserSession> = {}): BrowserSession => ({
  appId: 'shop',
  id: `session-${name}`,
  keyHash: `hash-${name}`,
  userId: `user-${name}`,
  passkeyId: `passkey-${name}`,
  deviceKey: undefined,
  tokenEpoch: 0,
  amr: ['hwk', 'user'],
  acr: 'phr',
  authenticatedAt: 5_000,
  createdAt: 5_000,
  lastUsedAt: 5_000,
  expiresAt: 900_000,
  address: '192.0.2.1',
  userAgent: 'Firefox',
  ...changes,
})

/** That user's consent to a client. */
export const consent = (name: string, clientId: string, changes: Partial<Consent> = {}): Consent => ({
  appId: 'shop',
  userId: `user-${name}`,
  clientId,
  scopes: ['openid', 'email'],
  resources: [],
  resourceScopes: {},
  grantedAt: 5_000,
  updatedAt: 5_000,
  ...changes,
})

/** An API with two scopes. */
export const protectedResource = (uri: string, changes: Partial<ProtectedResource> = {}): ProtectedResource => ({
  appId: 'shop',
  uri,
  name: 'Files',
  scopes: [
    { name: 'files:read', description: 'Read your files' },
    { name: 'files:write', description: 'Change your files' },
  ],
  allowedGroups: [],
  version: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...changes,
})

/** The refresh tokens that a client has for that user; without a client, those of the application itself. */
export const clientFamily = (
  name: string,
  clientId: string | undefined,
  changes: Partial<RefreshFamily> = {},
): RefreshFamily & { latest: string } => ({
  appId: 'shop',
  id: `family-${name}-${clientId}`,
  userId: `user-${name}`,
  tokenEpoch: 0,
  passkeyId: undefined,
  amr: ['hwk'],
  signedInAt: 5_000,
  expiresAt: 900_000,
  revokedAt: undefined,
  latest: 'first',
  ...(clientId === undefined ? {} : { clientId, grant: { scopes: ['openid'], authTime: 5_000, sessionId: 'one' } }),
  ...changes,
})

/** A logout token that waits to be sent to the client `wiki`. */
export const logoutNotice = (id: string, changes: Partial<LogoutNotice> = {}): LogoutNotice => ({
  appId: 'shop',
  id,
  clientId: 'wiki',
  sub: 'user-ann',
  sid: 'sid-ann',
  createdAt: 5_000,
  expiresAt: 3_605_000,
  ...changes,
})
