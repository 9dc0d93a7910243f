import type { Access, ApiKeyScope } from '@thumbturn/contract'
import type { Core } from '../core/core.ts'
import { AppError, forbidden, invalidApiKey, unauthorized } from '../core/errors.ts'
import { resolveTokenHolder } from '../core/flows/authentication/token.ts'
import { findFlowApplication } from '../core/flows/open-flow.ts'
import { createApplicationAddress } from '../core/model/applications/address.ts'
import type { Application } from '../core/model/applications/application.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { findApiKey } from '../core/use-cases/applications/keys.ts'
import { verifyServiceToken } from '../core/use-cases/clients/service-token.ts'
import { isLikeApiKey, readAuthorization } from './authorization.ts'
import type { AdminCaller, ApiKeyCaller, Caller, ServiceCaller, SessionCaller, UserCaller } from './callers.ts'
import { admitMember, type DashboardRequest, hasSessionCookie } from './member-guard.ts'
import { isFromOtherPage } from './own-pages.ts'

/** The input of the guard. `named`: the application that the address names, if it names one. */
type GuardInput = DashboardRequest & {
  /** The Authorization header, or what counts as it. */
  authorization: string | undefined
  named: Application | undefined
  afterDeletion?: boolean | undefined
}

/** The same with the credential read from it. */
type PresentedCredential = GuardInput & { credential: string | undefined }

/**
 * Admits or rejects a call before its body is read, so an unauthenticated caller learns nothing about what a valid body
 * looks like. A credential of another application than `named` is rejected.
 */
export function guard(core: Core, access: Access, evidence: GuardInput): Caller | Promise<Caller> {
  const presented = { ...evidence, credential: readAuthorization(evidence.authorization) }
  const { credential } = presented
  switch (access.kind) {
    case 'public':
      if (access.ownPages && isFromOtherPage(access.ownPages === true ? evidence : withPageOrigin(core, evidence)))
        throw forbidden(
          `Only the ${access.ownPages === true ? "installation's" : "application's"} own pages can make this call`,
        )
      return { kind: 'anonymous' }
    case 'apiKey':
      return admitBackend(core, presented, access.scope)
    case 'admin':
      // The header of a session's call can hold what a proxy or another system asks for.
      return hasSessionCookie(presented) && !isLikeApiKey(credential)
        ? admitMember(core, presented, access)
        : admitAdminKey(core, presented)
    case 'member':
      return admitMember(core, presented, access)
    case 'session':
      return admitSession(core, presented)
    case 'user':
      return admitUser(core, presented, access.scope)
    case 'optionalUser':
      return credential === undefined ? { kind: 'anonymous' } : admitUser(core, presented, access.scope)
    case 'userOrApiKey': {
      const isToken = core.tokens.readAudience(credential ?? '') !== undefined
      return isToken ? admitUser(core, presented, access.scope) : admitBackend(core, presented, access.scope)
    }
    case 'service':
      return admitService(core, presented, access.scope)
    case 'management':
      return admitManagement(core, presented, access.scope)
  }
}

/** The same call, of which the own pages are those at the address of its application. */
function withPageOrigin({ applications, baseUrl }: Core, evidence: GuardInput): GuardInput {
  const application = evidence.named ?? applications.findOnly()
  return application
    ? { ...evidence, ownOrigin: new URL(createApplicationAddress(application, baseUrl)).origin }
    : evidence
}

const missingKey = () =>
  new AppError('unauthorized', 'This call needs an API key in the Authorization header', { reason: 'invalid_api_key' })

/** Keys of the installation with which a directory provisions its members allow nothing else. */
async function admitBackend(core: Core, presented: PresentedCredential, scope?: ApiKeyScope): Promise<ApiKeyCaller> {
  const caller = await admitApiKey(core, presented, scope)
  if (caller.application.id === ownApplicationId && !caller.scopes.includes('admin')) throw invalidApiKey()
  return caller
}

async function admitApiKey(
  core: Core,
  { credential, named }: Pick<PresentedCredential, 'credential' | 'named'>,
  scope?: ApiKeyScope,
): Promise<ApiKeyCaller> {
  if (credential === undefined) throw missingKey()
  const { id: keyId, name: keyName, appId, scopes } = await findApiKey(core, credential)
  const application = await findNamed(core, appId)
  if (!application || (named && named.id !== application.id)) throw invalidApiKey()
  if (scope !== undefined && !scopes.includes(scope)) throw forbidden(`The API key lacks the scope ${scope}`)
  return { kind: 'apiKey', application, keyId, keyName, scopes }
}

/** The address can name any application: a key of the installation administers all of them. */
async function admitAdminKey(core: Core, { credential }: PresentedCredential): Promise<AdminCaller> {
  const caller = await admitApiKey(core, { credential, named: undefined })
  if (!caller.scopes.includes('admin')) throw forbidden('This call requires an API key of the installation')
  return { ...caller, by: caller.keyId }
}

async function admitSession(core: Core, { credential, named }: PresentedCredential): Promise<SessionCaller> {
  if (credential === undefined) throw unauthorized('This call needs the session of a flow in the Authorization header')
  const invalidSession = (reason: unknown) => unauthorized('Unknown or expired session', reason)
  const flow = await Promise.try(() => core.sessions.openAny(credential)).catch((error: unknown) =>
    Promise.reject(invalidSession(error)),
  )
  const application = await findFlowApplication(core, flow)
  if (!application || (named && named.id !== application.id))
    throw invalidSession('the session belongs to another application')
  return { kind: 'session', application, session: credential, flow }
}

const invalidToken = (reason: unknown) => unauthorized('Failed to verify authorization token', reason)

async function admitService(
  core: Core,
  { credential, named }: PresentedCredential,
  scope: string,
): Promise<ServiceCaller> {
  if (credential === undefined) throw invalidToken('the call has no token')
  const token = await verifyServiceToken(core, credential, scope)
  if (named && named.id !== token.application.id)
    throw invalidToken('the token and the address belong to different applications')
  return { kind: 'service', ...token }
}

/** User management also needs the client named in a header; older clients call it X-API-Key. */
async function admitManagement(core: Core, presented: PresentedCredential, scope: string): Promise<ServiceCaller> {
  const caller = await admitService(core, presented, scope)
  const clientId = presented.headers['x-client-id'] ?? presented.headers['x-api-key']
  if (clientId !== caller.application.id) throw invalidToken('X-Client-ID must name the client of the token')
  return caller
}

/** The application that a credential names. */
const findNamed = ({ applications }: Core, id: string) => applications.find(id) ?? applications.findFresh(id)

/**
 * The user of an access or grant token that holds the scope.
 * @throws AppError unauthorized · forbidden: the token lacks the scope
 */
export async function admitUser(
  core: Core,
  { credential, named, afterDeletion }: Pick<PresentedCredential, 'credential' | 'named' | 'afterDeletion'>,
  scope: string,
): Promise<UserCaller> {
  if (credential === undefined) throw unauthorized('This call needs an access token in the Authorization header')
  const audience = core.tokens.readAudience(credential)
  const application = audience === undefined ? undefined : await findNamed(core, audience)
  if (!application || (named && named.id !== application.id)) throw unauthorized('The token is not valid')
  const holder = await resolveTokenHolder(core, application, { token: credential, afterDeletion })
  if (!holder.active && scope !== 'reg:write') throw unauthorized('The token is not valid', 'its user is deactivated')
  if (!holder.scopes.includes(scope)) throw forbidden(`The token lacks the scope ${scope}`)
  return { kind: 'user', application, holder }
}
