import {
  apiKeyScopes,
  describeAccess,
  everyApplication,
  includesRole,
  type RoleAssignment,
  type Route,
  roles,
  serviceScopes,
  userScopes,
} from '@thumbturn/contract'
import { codeScopes } from '@thumbturn/service/core/flows/authentication/token.ts'
import { createApplication } from '@thumbturn/service/core/use-cases/applications/create.ts'
import { createApiKey, revokeApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { signClientTokens } from './client-tokens.ts'
import { changeSettings, shownCode, verifyCode } from './codes.ts'
import { gen1Backend } from './gen1.ts'
import { createAdminKey, newMember } from './members.ts'
import { authenticate, readCompletedFlow, requestBackendAssertion, startMfa } from './mfa.ts'
import { origin, type Service, startService } from './service.ts'
import {
  apiKey,
  newDevice,
  newName,
  readBody,
  requestGrant,
  type SignedUpUser,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
} from './situations.ts'

/** `keyElsewhere`: an active API key of another application. `confirmed`: it can make calls that need a fresh passkey. */
type Kind =
  | 'adminKey'
  | 'memberSession'
  | 'apiKey'
  | 'keyElsewhere'
  | 'userToken'
  | 'deletedPasskeyToken'
  | 'session'
  | 'serviceToken'

/** A credential that a call can present. `kind` is undefined if it isn't valid anywhere. */
export type Credential = {
  what: string
  header: string | undefined
  kind?: Kind
  scopes?: readonly string[]
  /** Further headers that it consists of. */
  headers?: Record<string, string>
  /** The rights of a member's session. */
  member?: { roles: readonly RoleAssignment[]; isConfirmed: boolean }
}

/** Whether a route accepts a call with this credential, or the status of its rejection. */
export function verdictOn(
  { access, afterDeletion, path }: Pick<Route, 'access' | 'afterDeletion' | 'path'>,
  { header, kind: shown, scopes = [], member }: Credential,
): 'accepted' | 401 | 403 | 404 {
  if (access.kind === 'admin' && member) return verdictOnMember(access, path, member)
  const kind = shown === 'deletedPasskeyToken' && afterDeletion ? 'userToken' : shown
  if (access.kind === 'member' && access.fresh && member?.isConfirmed === false) return 403
  const { scheme, alternative, scope, optional } = describeAccess(access)
  if (scheme === undefined || (optional && isNothing(header))) return 'accepted'
  if (scheme === 'adminKey' && (kind === 'apiKey' || kind === 'keyElsewhere')) return 403
  if (kind !== scheme && (kind === undefined || kind !== alternative)) return 401
  return scope === undefined || scopes.includes(scope) ? 'accepted' : 403
}

/** The path names an application on which no member of these tests has a role of its own. */
function verdictOnMember(
  { role: needed, scope, fresh }: Extract<Route['access'], { kind: 'admin' }>,
  path: string,
  { roles: held, isConfirmed }: NonNullable<Credential['member']>,
): 'accepted' | 403 | 404 {
  const isAbout = path.startsWith('/applications/{id}')
  const counted = held.filter(({ application }) => application === everyApplication || !(isAbout || scope))
  if (isAbout && counted.length === 0) return 404
  const isAllowed = counted.some(({ role }) => includesRole(role, needed))
  return isAllowed && (isConfirmed || !fresh) ? 'accepted' : 403
}

const isNothing = (header = '') => ['', 'Bearer', 'Basic'].includes(header.trim())

const malformed: Credential[] = ['', ' ', 'Bearer', 'Basic', 'garbage', 'Bearer garbage', 'Basic Z2FyYmFnZTo=', 'a.b.c']
  .map((header): Credential => ({ what: `"${header}"`, header }))
  .concat({ what: 'nothing', header: undefined })

/** Cut off at either end, halved, and with extra characters. */
const damaged = (what: string, text: string): Credential[] =>
  [
    text.slice(0, -1),
    text.slice(1),
    text.slice(0, text.length / 2),
    text.slice(text.length / 2),
    text.slice(0, 16),
    `${text}A`,
    `A${text}`,
  ].map((header, at) => ({ what: `${what}, damaged (${at})`, header }))

const none = (what: string, header: string): Credential => ({ what, header })

/** Credentials of every kind, valid and invalid, for calls to the application `demo`. */
export async function everyCredential(service: Service, victim: SignedUpUser): Promise<Credential[]> {
  const other = await createApplication(service.core, { id: 'neighbor', rpId: 'localhost', origins: [origin] })
  const stale = [...(await startSessions(service, victim)), ...(await createUserTokens(service, victim))]
  service.clock.advance(24 * 60 * 60_000)
  const unconfirmed = await createMemberSessions(service, false)
  service.clock.advance(5 * 60_000)
  // The first call in a minute records the use of a session, which no later call does.
  for (const { headers } of unconfirmed) readBody(await service.ask('GET', '//admin/v1/session', { headers }))
  const sessions = await startSessions(service, victim)
  const users = await createUserTokens(service, victim)
  const keys = [...(await createApiKeys(service)), ...(await createAdminKeys(service))]
  const right = [...sessions, ...users, ...keys]
  return [
    ...malformed,
    ...right,
    ...unconfirmed,
    ...(await createMemberSessions(service, true)),
    ...(await listInvalidSessions(service)),
    ...(await createServiceTokens(service)),
    ...stale.map(({ what, header }) => none(`expired: ${what}`, header!)),
    ...right.filter(({ what }) => what.endsWith('*')).flatMap(({ what, header }) => damaged(what, header!)),
    ...(await createRevokedCredentials(service)),
    ...(await signClientTokens(service, victim)).map(({ what, text }) => none(`for an OpenID client: ${what}`, text)),
    ...(await listNeighborCredentials(service, other)),
    ...(await listForeignCredentials()),
  ]
}

/** A star marks the ones whose damaged forms are also tested. */
async function startSessions(service: Service, { username }: SignedUpUser): Promise<Credential[]> {
  const session = (what: string, { session: header }: { session: string }): Credential => ({
    what,
    header,
    kind: 'session',
  })
  return [
    session('a session of reg/init', await startRegistration(service, newName())),
    session('a session of auth/init *', await startSignIn(service, username)),
    session('a session of tx/init', await startTransaction(service, username)),
    session('a session of mfa/begin *', await startMfa(service, username)),
  ]
}

async function createUserTokens(service: Service, { username, device }: SignedUpUser): Promise<Credential[]> {
  const token = (what: string, header: string, scopes: readonly string[]): Credential => ({
    what,
    header,
    kind: 'userToken',
    scopes,
  })
  const { session, assertionOptions } = await startSignIn(service, username)
  const signedIn = await service.post('/auth/complete', { session, assertionResult: device.get(assertionOptions) })
  const { jwtAccess } = readBody<{ jwtAccess: string }>(signedIn)
  await changeSettings(service, { crossAuthMethods: ['otp'] })
  const byCode = await verifyCode(service, username, await shownCode(service, jwtAccess))
  const all = [
    token('an access token *', jwtAccess, userScopes),
    token('a token from a sign-in by code', readBody<{ jwtAccess: string }>(byCode).jwtAccess, codeScopes),
  ]
  all.push(...(await createMfaTokens(service, { username, device })))
  for (const scope of userScopes) {
    const others = userScopes.filter((one) => one !== scope)
    all.push(token(`a grant of ${scope}`, await requestGrant(service, username, [scope]), [scope]))
    all.push(token(`a grant of all scopes except ${scope}`, await requestGrant(service, username, others), others))
  }
  return all
}

/** The response of a completed MFA flow: one access token, and others that aren't valid on their own. */
async function createMfaTokens(
  service: Service,
  { username, device }: Pick<SignedUpUser, 'username' | 'device'>,
): Promise<Credential[]> {
  const done = readCompletedFlow(await authenticate(service, await startMfa(service, username), { device }))
  return [
    { what: 'an access token of an MFA flow', header: done.accessToken, kind: 'userToken', scopes: userScopes },
    none('an id token', done.idToken),
    none('a refresh token', done.refreshToken),
    none('a payload signature', done.payloadSignature),
    none('a backend assertion', await requestBackendAssertion(service, username)),
  ]
}

async function createApiKeys(service: Service): Promise<Credential[]> {
  const key = async (what: string, scopes: readonly string[]): Promise<Credential> => ({
    what,
    header: (await apiKey(service, [...scopes])).text,
    kind: 'apiKey',
    scopes,
  })
  const each = apiKeyScopes.flatMap((scope) => [
    key(`an API key with ${scope}`, [scope]),
    key(
      `an API key with all scopes except ${scope}`,
      apiKeyScopes.filter((one) => one !== scope),
    ),
  ])
  return Promise.all([key('an API key *', apiKeyScopes), ...each])
}

/** A service token works once, so each read of its header creates another. */
async function createServiceTokens(service: Service): Promise<Credential[]> {
  const { token } = await gen1Backend(service)
  const signed = (what: string, scopes: readonly string[]): Credential => ({
    what,
    get header() {
      return token(scopes.join(' '))
    },
    kind: 'serviceToken',
    scopes,
  })
  const others = (scope: string) => serviceScopes.filter((one) => one !== scope)
  return serviceScopes.flatMap((scope) => [
    signed(`a service token for ${scope}`, [scope]),
    signed(`a service token for all scopes except ${scope}`, others(scope)),
  ])
}

async function createAdminKeys(service: Service): Promise<Credential[]> {
  const { application, text } = await createAdminKey(service)
  const powerless = await createApiKey(service.core, application, { name: 'test', scopes: [] })
  return [
    { what: 'an admin key *', header: text, kind: 'adminKey' },
    { what: 'an installation key without the admin scope', header: powerless.text, kind: 'keyElsewhere' },
  ]
}

/** A session of a member with each role, on the whole installation and on the application `demo` alone. */
async function createMemberSessions(service: Service, isConfirmed: boolean): Promise<Credential[]> {
  const assignments = [everyApplication, 'demo'].flatMap((application) => roles.map((role) => ({ application, role })))
  const sessions: Credential[] = []
  for (const assignment of assignments) {
    const { cookie, csrfToken } = await newMember(service, [assignment])
    sessions.push({
      what: `a ${isConfirmed ? 'new' : 'five minutes old'} session of a ${assignment.role} of ${assignment.application}`,
      header: undefined,
      kind: 'memberSession',
      headers: { cookie, 'x-csrf-token': csrfToken },
      member: { roles: [assignment], isConfirmed },
    })
  }
  return sessions
}

/** Sessions of an owner that ended or were damaged. */
async function listInvalidSessions(service: Service): Promise<Credential[]> {
  const { cookie, csrfToken } = await newMember(service)
  const ended = await newMember(service)
  readBody(await ended.ask('DELETE', '/session'), 204)
  const invalid = (what: string, headers: Record<string, string>): Credential => ({
    what,
    header: undefined,
    headers: { 'x-csrf-token': csrfToken, ...headers },
  })
  return [
    invalid('a session that was signed out', { cookie: ended.cookie, 'x-csrf-token': ended.csrfToken }),
    invalid('a damaged session', { cookie: cookie.slice(0, -1) }),
  ]
}

/** Credentials that were valid until they were revoked. */
async function createRevokedCredentials(service: Service): Promise<Credential[]> {
  const { text, key } = await apiKey(service, [...apiKeyScopes])
  await revokeApiKey(service.core, service.application, key.id)
  const admin = await createAdminKey(service)
  await revokeApiKey(service.core, admin.application, admin.key.id)
  const gone = await signUpUser(service)
  const deleted = await service.ask('DELETE', `/passkeys/${gone.passkeyId}`, { token: gone.jwtAccess })
  readBody(deleted, 204)
  return [
    none('a revoked API key', text),
    none('a revoked admin key', admin.text),
    {
      what: 'the token of a deleted passkey',
      header: gone.jwtAccess,
      kind: 'deletedPasskeyToken',
      scopes: userScopes,
    },
  ]
}

/** Credentials that are valid in another application of the installation. */
async function listNeighborCredentials(service: Service, other: Service['application']): Promise<Credential[]> {
  const { text } = await apiKey(service, [...apiKeyScopes], other)
  const base = `//apps/${other.id}/fido2/v2`
  const app = { id: other.id }
  const started = readBody<{ session: string; registrationRequestOptions: never }>(
    await service.post(`${base}/reg/init`, { app, deviceInfo: {}, user: { username: newName() } }),
  )
  const creationResult = newDevice().create(started.registrationRequestOptions)
  const { jwtAccess } = readBody<{ jwtAccess: string }>(
    await service.post(`${base}/reg/complete`, { session: started.session, creationResult }),
  )
  const session = readBody<{ session: string }>(await service.post(`${base}/auth/init`, { app, deviceInfo: {} }))
  return [
    { what: "another application's API key", header: text, kind: 'keyElsewhere' },
    none("another application's token", jwtAccess),
    none("another application's session", session.session),
  ]
}

/** Credentials that are valid in another installation with an application of the same name. */
async function listForeignCredentials(): Promise<Credential[]> {
  const foreign = await startService({ databaseUrl: 'sqlite::memory:' })
  const { jwtAccess, username } = await signUpUser(foreign)
  const { session } = await startSignIn(foreign, username)
  const { text } = await apiKey(foreign, [...apiKeyScopes])
  await foreign.close()
  return [
    none("another installation's token", jwtAccess),
    none("another installation's session", session),
    none("another installation's API key", text),
  ]
}
