import type { IncomingHttpHeaders } from 'node:http'
import type { Access, ApiKeyScope } from '@thumbturn/contract'
import type { Core } from '../core/core.ts'
import { AppError, forbidden, invalidApiKey, unauthorized } from '../core/errors.ts'
import { tokenHolder } from '../core/flows/authentication/token.ts'
import type { ApiKey } from '../core/model/applications/api-key.ts'
import type { Application } from '../core/model/applications/application.ts'
import type { Backend } from '../core/model/applications/backend.ts'
import { findApiKey } from '../core/model/applications/keys.ts'
import { admitServiceToken, type ServiceToken } from '../core/model/clients/service-token.ts'
import type { Flow } from '../core/ports/sessions.ts'
import type { TokenHolder } from '../core/ports/tokens.ts'
import { readCredential } from './authorization.ts'

/** Who calls, once the guard has let them in. */
export type Caller =
  | { kind: 'anonymous' }
  | UserCaller
  | ApiKeyCaller
  | { kind: 'session'; application: Application; session: string; flow: Flow }
  | ({ kind: 'service' } & ServiceToken)

type UserCaller = { kind: 'user'; application: Application; holder: TokenHolder }
type ApiKeyCaller = { kind: 'apiKey'; application: Application; key: ApiKey }

const anonymous: Caller = { kind: 'anonymous' }

/**
 * Lets a call in or refuses it, before its body is read: a stranger learns nothing about what a valid body looks like.
 * `named` is the application that the address names, if it does; a credential of another one is worth nothing there.
 */
export async function guard(core: Core, access: Access, { headers, named, afterDeletion }: Shown): Promise<Caller> {
  if (access === 'public') return anonymous
  const credential = readCredential(headers.authorization)
  if (access.startsWith('service:')) return serviceCaller(core, access, { credential, headers, named })
  if (access === 'apiKey') return apiKeyCaller(core, credential, named)
  if (access === 'admin') return adminCaller(core, credential)
  if (access === 'session') return sessionCaller(core, credential, named)
  const [kind, scope] = scopeOf(access)
  const isToken = kind === 'user|apiKey' && core.tokens.readAudience(credential ?? '') !== undefined
  if (kind === 'apiKey' || (kind === 'user|apiKey' && !isToken))
    return scopedKeyCaller(core, { credential, scope: scope as ApiKeyScope, named })
  if (kind === 'user?' && credential === undefined) return anonymous
  return userCaller(core, { credential, scope, named, afterDeletion })
}

type Shown = { headers: IncomingHttpHeaders; named: Application | undefined; afterDeletion?: boolean | undefined }

function scopeOf(access: Access): [kind: string, scope: string] {
  const colon = access.indexOf(':')
  return [access.slice(0, colon), access.slice(colon + 1)]
}

const keyMissing = () =>
  new AppError('unauthorized', 'This call needs an API key in the Authorization header', { detail: 'invalid_api_key' })

async function apiKeyCaller(
  core: Core,
  credential: string | undefined,
  named: Application | undefined,
): Promise<ApiKeyCaller> {
  if (credential === undefined) throw keyMissing()
  const key = await findApiKey(core, credential)
  const application = await core.applications.find(key.appId)
  if (!application || (named && named.id !== application.id)) throw invalidApiKey()
  return { kind: 'apiKey', application, key }
}

type ScopeDemand<Scope> = { credential: string | undefined; scope: Scope; named: Application | undefined }

async function scopedKeyCaller(core: Core, { credential, scope, named }: ScopeDemand<ApiKeyScope>): Promise<Caller> {
  const caller = await apiKeyCaller(core, credential, named)
  if (!caller.key.scopes.includes(scope)) throw forbidden(`The API key lacks the scope ${scope}`)
  return caller
}

async function adminCaller(core: Core, credential: string | undefined): Promise<Caller> {
  const caller = await apiKeyCaller(core, credential, undefined)
  if (!caller.key.scopes.includes('admin')) throw forbidden('This call needs a key of the installation')
  return caller
}

async function sessionCaller(
  core: Core,
  credential: string | undefined,
  named: Application | undefined,
): Promise<Caller> {
  if (credential === undefined) throw unauthorized('This call needs the session of a flow in the Authorization header')
  const refused = (reason: unknown) => unauthorized('Unknown or expired session', reason)
  const flow = await Promise.try(() => core.sessions.openAny(credential)).catch((error: unknown) =>
    Promise.reject(refused(error)),
  )
  const application = await core.applications.find(flow.appId)
  if (!application || (named && named.id !== application.id)) throw refused('the session is of another application')
  return { kind: 'session', application, session: credential, flow }
}

/** Management of users also wants the client named in a header of its own; older clients call it X-API-Key. */
async function serviceCaller(
  core: Core,
  access: Access,
  { credential, headers, named }: { credential?: string; headers: IncomingHttpHeaders; named?: Application },
): Promise<Caller> {
  const refused = (reason: unknown) => unauthorized('Failed to verify authorization token', reason)
  if (credential === undefined) throw refused('there is none')
  const [, scope] = scopeOf(access)
  const token = await admitServiceToken(core, credential, scope)
  const { id } = token.application
  if (named && named.id !== id) throw refused('the token is of another application than the address')
  const clientId = headers['x-client-id'] ?? headers['x-api-key']
  if (scope.startsWith('users.') && clientId !== id) throw refused('X-Client-ID must name the client of the token')
  return { kind: 'service', ...token }
}

/**
 * Whoever shows a token that holds the scope.
 * @throws AppError unauthorized · forbidden: the token lacks the scope
 */
export async function userCaller(
  core: Core,
  { credential, scope, named, afterDeletion }: ScopeDemand<string> & Pick<Shown, 'afterDeletion'>,
): Promise<UserCaller> {
  if (credential === undefined) throw unauthorized('This call needs an access token in the Authorization header')
  const audience = core.tokens.readAudience(credential)
  const application = audience === undefined ? undefined : await core.applications.find(audience)
  if (!application || (named && named.id !== application.id)) throw unauthorized('The token is not valid')
  const holder = await tokenHolder(core, application, { token: credential, afterDeletion })
  if (!holder.active && scope !== 'reg:write') throw unauthorized('The token is not valid', 'its user is deactivated')
  if (!holder.scopes.includes(scope)) throw forbidden(`The token lacks the scope ${scope}`)
  return { kind: 'user', application, holder }
}

/** The application of a caller, where the credential settles it. */
export const applicationOf = (caller: Caller) => (caller.kind === 'anonymous' ? undefined : caller.application)

/** For handlers of routes that want a service token: the guard has already seen to it. */
export function serviceTokenOf(caller: Caller): ServiceToken {
  if (caller.kind !== 'service') throw new AppError('unauthorized', 'This call needs a service token')
  return caller
}

/** For handlers of routes that want a token: the guard has already seen to it. */
export function holderOf(caller: Caller): TokenHolder {
  if (caller.kind !== 'user') throw new AppError('unauthorized', 'This call needs an access token')
  return caller.holder
}

/** For handlers of routes that want an API key: the guard has already seen to it. */
export function apiKeyOf(caller: Caller): { application: Application; key: ApiKey } {
  if (caller.kind !== 'apiKey') throw new AppError('unauthorized', 'This call needs an API key')
  return caller
}

/** The same, as the core knows a backend. */
export function backendOf(caller: Caller): Backend {
  const { application, key } = apiKeyOf(caller)
  return { application, keyId: key.id }
}

/** For handlers of routes that want a session: the guard has already seen to it. */
export function sessionOf(caller: Caller): { application: Application; session: string; flow: Flow } {
  if (caller.kind !== 'session') throw new AppError('unauthorized', 'This call needs a session')
  return caller
}
