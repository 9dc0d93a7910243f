import { createHash } from 'node:crypto'
import type { SigningAlgorithm } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import { after, type Eventual } from '../core/after.ts'
import { unauthorized } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { isReservedClaim } from '../core/model/authorization/reserved-claims.ts'
import type {
  ClientAccessRequest,
  ClientTokens,
  IdentityRequest,
  IdTokenRequest,
  LogoutTokenRequest,
  PreparedClientTokens,
  UserClaims,
  UserinfoRequest,
  VerifiedClientAccess,
  VerifiedHint,
} from '../core/ports/client-tokens.ts'
import { type createKeyrings, findSigner, type Keyring } from './keyrings.ts'
import type { RootKey } from './root-key.ts'
import { openBytes, sealBytes } from './sealed-box.ts'
import { readHeader } from './token-parts.ts'

type Dependencies = {
  root: RootKey
  /** The public address of an application: the token's `iss`. */
  baseUrlOf(application: Application): string
  now(): number
  bytes(length: number): Buffer
  uuid(): string
}

type Claims = Readonly<Record<string, unknown>>
type Keyrings = ReturnType<typeof createKeyrings>

/** Back-Channel Logout 1.0 §2.4: preferably at most two minutes. */
const logoutSeconds = 120
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

export function createClientTokens(dependencies: Dependencies, keyrings: Keyrings): ClientTokens {
  const users = createUserSeal(dependencies)
  const verify = createIssuedVerifier(dependencies, keyrings)
  return {
    prepareFor: (application, alg) =>
      after(keyrings.find(application, { alg }), (ring) =>
        prepareWith({ ...dependencies, users }, application, { ring, alg }),
      ),
    verifyClientAccess: (application, token, audience) =>
      after(verify(application, token, 'at+jwt'), (claims) => {
        if (!isTimely(claims, dependencies.now())) throw invalidToken('expired')
        if (!isAccess(claims)) throw invalidToken('its claims are not those of an access token')
        if (audience !== 'any' && ![claims.aud].flat().includes(audience)) throw invalidToken('aud')
        return toVerifiedAccess(claims, (sealed) => users.open(sealed, { application, clientId: claims.client_id }))
      }),
    verifyHint: (application, token) =>
      after(verify(application, token, 'JWT'), (claims) => {
        if (!isIdToken(claims)) throw invalidToken('its claims are not those of an ID token')
        const { aud: clientId, sub, sid, auth_time, exp } = claims
        return { clientId, sub, sid, auth_time, exp } satisfies VerifiedHint
      }),
  }
}

const invalidToken = (reason: unknown) => unauthorized('The token is not valid', reason)

type Signing = Dependencies & { users: UserSeal }

function prepareWith(
  { users, now, uuid, baseUrlOf, bytes }: Signing,
  application: Application,
  { ring, alg }: { ring: Keyring; alg: SigningAlgorithm },
): PreparedClientTokens {
  const at = now()
  const { sign } = findSigner(ring, alg, at)
  const [iss, iat, jti, logoutId, iv] = [baseUrlOf(application), Math.floor(at / 1000), uuid(), uuid(), bytes(12)]
  return {
    at,
    accessTokenId: jti,
    signIdToken: (request, seconds) => sign({ ...toIdClaims(request), iss, iat, exp: iat + seconds }),
    signAccessToken(request, seconds) {
      const seal = (userId: string) => users.seal(userId, { application, clientId: request.clientId, iv })
      return sign({ ...toAccessClaims(request, seal), iss, iat, exp: iat + seconds, jti }, 'at+jwt')
    },
    signLogoutToken: (request) =>
      sign({ ...toLogoutClaims(request), iss, iat, exp: iat + logoutSeconds, jti: logoutId }, 'logout+jwt'),
    signIdentity: ({ audience, sub, user }: IdentityRequest, seconds) =>
      sign({ ...allow(user), sub, iss, aud: audience, iat, exp: iat + seconds }, 'thumbturn-identity+jwt'),
    // Without exp, which every ID token has, it can't be mistaken for one.
    signUserinfo: ({ clientId, sub, user }: UserinfoRequest) => sign({ ...allow(user), sub, iss, aud: clientId }),
  }
}

/** Claims about a user, without those that tell tokens apart. */
const allow = (user: UserClaims = {}) =>
  Object.fromEntries(Object.entries(user).filter(([name]) => !isReservedClaim(name)))

const toIdClaims = ({ clientId, user, accessToken, ...claims }: IdTokenRequest) => ({
  ...allow(user),
  ...claims,
  aud: clientId,
  ...(accessToken !== undefined && { at_hash: hashAccessToken(accessToken) }),
})

/** OpenID Connect Core 1.0 §3.1.3.6: the left half of its SHA-256, which belongs to ES256 and to RS256. */
const hashAccessToken = (token: string) =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')

function toAccessClaims(request: ClientAccessRequest, seal: (userId: string) => string) {
  const { clientId, audience, scopes, jkt, user, ...holder } = request
  return {
    ...allow(user),
    ...toHolderClaims(holder, clientId, seal),
    client_id: clientId,
    aud: audience.length === 1 ? audience[0] : audience,
    scope: scopes.join(' '),
    ...(jkt !== undefined && { cnf: { jkt } }),
  }
}

type Holder = Omit<Extract<ClientAccessRequest, { userId: string }>, keyof AccessGrant> | { userId?: undefined }
type AccessGrant = Pick<ClientAccessRequest, 'clientId' | 'audience' | 'scopes' | 'jkt' | 'user'>

/** A client that doesn't know a user by their ID must not learn it from the token either. */
function toHolderClaims(holder: Holder, clientId: string, seal: (userId: string) => string) {
  if (holder.userId === undefined) return { sub: clientId }
  const { userId, ...claims } = holder
  return claims.sub === userId ? claims : { ...claims, uid: seal(userId) }
}

const toLogoutClaims = ({ clientId, sub, sid }: LogoutTokenRequest) => ({
  aud: clientId,
  sub,
  sid,
  events: { [logoutEvent]: {} },
})

/** Verifies issuer, type, and signature of a token, by whichever key in use signed it. */
function createIssuedVerifier({ baseUrlOf }: Dependencies, keyrings: Keyrings) {
  const verifyWith = (ring: Keyring, kid: string, token: string): Claims => {
    const verifier = ring.verifiers.get(kid)
    if (!verifier) throw invalidToken('no such key')
    try {
      return verifier.verify(token)
    } catch (error) {
      throw invalidToken(error)
    }
  }
  return (application: Application, token: string, type: 'at+jwt' | 'JWT'): Eventual<Claims> => {
    const { kid, typ } = readHeader(token) ?? {}
    if (kid === undefined) throw invalidToken('no such key')
    if (typ !== type) throw invalidToken('its typ is that of another kind of token')
    return after(keyrings.find(application, { kid }), (ring) => {
      const claims = verifyWith(ring, kid, token)
      if (claims.iss !== baseUrlOf(application)) throw invalidToken('iss')
      return claims
    })
  }
}

const isTimely = ({ exp }: Claims, at: number) => typeof exp === 'number' && exp * 1000 > at

type IdClaims = { aud: string; sub: string; sid: string | undefined; auth_time: number; exp: number }

/** Tokens of the API have a `tokenType`, and signed userinfo has no `exp`. */
function isIdToken(claims: Claims): claims is IdClaims {
  const { tokenType, aud, sub, sid, auth_time, exp } = claims
  return (
    tokenType === undefined &&
    [aud, sub].every((value) => typeof value === 'string') &&
    [auth_time, exp].every((value) => typeof value === 'number') &&
    (sid === undefined || typeof sid === 'string')
  )
}

type AccessClaims = Omit<VerifiedClientAccess, 'clientId' | 'userId' | 'audience' | 'scopes' | 'jkt' | 'claims'> & {
  claims?: readonly string[]
  client_id: string
  aud: string | readonly string[]
  scope: string
  uid?: string
  cnf?: { jkt: string }
}

const isAccess = (claims: Claims): claims is AccessClaims =>
  claims.tokenType === undefined &&
  ['client_id', 'sub', 'scope', 'jti'].every((name) => typeof claims[name] === 'string') &&
  (typeof claims.aud === 'string' || Array.isArray(claims.aud))

/** Only tokens of users have `auth_time`: a client that is called like a user's ID doesn't get what the user has. */
function toVerifiedAccess(claims: AccessClaims, open: (uid: string) => string): VerifiedClientAccess {
  const { client_id: clientId, aud, scope, uid, cnf, sub, auth_time, amr, acr } = claims
  const { sid, fid, epoch, consentedAt, claims: single = [], jti, iat, exp } = claims
  const userId = uid === undefined ? sub : open(uid)
  return {
    clientId,
    userId: auth_time === undefined ? undefined : userId,
    sub,
    audience: [aud].flat(),
    scopes: scope === '' ? [] : scope.split(' '),
    jkt: cnf?.jkt,
    ...(auth_time !== undefined && { auth_time, amr: amr ?? [], acr }),
    ...{ sid, fid, epoch, consentedAt, claims: single, jti, iat, exp },
  }
}

type UserSeal = ReturnType<typeof createUserSeal>
type SealContext = { application: Application; clientId: string }

/** Seals the user ID in access tokens whose `sub` is pairwise. */
function createUserSeal({ root }: Dependencies) {
  const key = root.derive('users of access tokens')
  const describe = ({ application, clientId }: SealContext) => JSON.stringify([application.id, clientId])
  return {
    seal: (userId: string, { iv, ...context }: SealContext & { iv: Buffer }) =>
      sealBytes(key, Buffer.from(userId), { about: describe(context), iv }).toString('base64url'),
    open(sealed: string, context: SealContext) {
      const userId = openBytes(key, Buffer.from(sealed, 'base64url'), describe(context))
      if (!userId) throw invalidToken('its user is sealed under another key')
      return userId.toString()
    },
  }
}
