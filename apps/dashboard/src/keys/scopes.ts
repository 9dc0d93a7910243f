import { type ApiKeyScope, apiKeyScopes } from '@thumbturn/contract/vocabulary/scopes.ts'

/** The calls that a scope allows, in one line. */
export const scopeDescriptions: Record<ApiKeyScope, string> = {
  'passkey:read': 'List the passkeys of users',
  'passkey:write': 'Rename and delete passkeys',
  'profile:read': 'Nothing: no call requires it',
  'profile:write': 'Change contacts',
  'reg:write': 'Let users add passkeys',
  'auth:write': 'Start sign-ins and transactions for users',
  'user:read': 'Look users up, with profile and claims',
  'user:write': 'Change and delete users, with profile and claims',
  'group:read': 'List groups and their members',
  'group:write': 'Change groups and their members',
  'external:verify': 'Assert that your backend verified a user',
  'client:register': 'Register OpenID clients, if the application allows it',
}

/** The scopes that most backends need: let signed-in users add passkeys. */
export const usualScopes: readonly ApiKeyScope[] = ['reg:write']

/** The scopes that a key can get in the dashboard: those that some call requires. */
export const offeredScopes: readonly ApiKeyScope[] = apiKeyScopes.filter((scope) => scope !== 'profile:read')
