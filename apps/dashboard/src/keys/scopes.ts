import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { type ApiKeyScope, apiKeyScopes } from '@thumbturn/contract/vocabulary/scopes.ts'

/** The calls that a scope allows, in one line. */
export const scopeDescriptions: Record<ApiKeyScope, MessageDescriptor> = {
  'passkey:read': msg`List the passkeys of users`,
  'passkey:write': msg`Rename and delete passkeys`,
  'profile:read': msg`Nothing: no call requires it`,
  'profile:write': msg`Change contacts`,
  'reg:write': msg`Let users add passkeys`,
  'auth:write': msg`Start sign-ins and transactions for users`,
  'user:read': msg`Look users up, with profile and claims`,
  'user:write': msg`Change and delete users, with profile and claims`,
  'group:read': msg`List groups and their members`,
  'group:write': msg`Change groups and their members`,
  'external:verify': msg`Assert that your backend verified a user`,
  'client:register': msg`Register OpenID clients, if the application allows it`,
}

/** The scopes that most backends need: let signed-in users add passkeys. */
export const usualScopes: readonly ApiKeyScope[] = ['reg:write']

/** The scopes that a key can get in the dashboard: those that some call requires. */
export const offeredScopes: readonly ApiKeyScope[] = apiKeyScopes.filter((scope) => scope !== 'profile:read')
