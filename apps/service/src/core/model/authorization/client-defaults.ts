import { type ClientType, deviceCodeGrant, usualScopes } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { ClientSettings } from './client.ts'

type ByType = Pick<ClientSettings, 'authMethod' | 'grantTypes' | 'scopes'>

const withUsers = { grantTypes: ['authorization_code', 'refresh_token'], scopes: usualScopes } as const

const byType: Readonly<Record<ClientType, ByType>> = {
  web: { authMethod: 'client_secret_basic', ...withUsers },
  singlePage: { authMethod: 'none', ...withUsers },
  native: { authMethod: 'none', ...withUsers },
  device: { authMethod: 'none', grantTypes: [deviceCodeGrant, 'refresh_token'], scopes: usualScopes },
  machine: { authMethod: 'client_secret_basic', grantTypes: ['client_credentials'], scopes: [] },
}

/** The grant types that a client of a type can have. */
export const possibleGrantTypes: Readonly<Record<ClientType, ClientSettings['grantTypes']>> = {
  web: ['authorization_code', 'refresh_token', 'client_credentials', deviceCodeGrant],
  singlePage: ['authorization_code', 'refresh_token'],
  native: ['authorization_code', 'refresh_token', deviceCodeGrant],
  device: [deviceCodeGrant, 'refresh_token'],
  machine: ['client_credentials'],
}

/** The settings of a new client of that type, besides its name. */
export const listClientDefaults = (type: ClientType): Omit<ClientSettings, 'name'> => ({
  type,
  ...byType[type],
  redirectUris: [],
  postLogoutRedirectUris: [],
  requirePkce: true,
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
  disabled: false,
})
