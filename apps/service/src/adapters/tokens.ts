import { after } from '../core/after.ts'
import type { Core } from '../core/core.ts'
import { unauthorized } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { orderForPublication } from '../core/model/applications/key-schedule.ts'
import type { ApplicationStore } from '../core/ports/stores/applications.ts'
import type { StatementClaims, TokenClaims, Tokens, VerifiedClaims, VerifiedStatement } from '../core/ports/tokens.ts'
import { createClientTokens } from './client-tokens.ts'
import { createKeyrings, findSigner, type Keyring } from './keyrings.ts'
import type { RootKey } from './root-key.ts'
import { createSigningKey, deriveSealingKey, type KeyVerifier, toPublicJwk } from './signing-keys.ts'
import { readAudience, readHeader } from './token-parts.ts'

type Dependencies = {
  root: RootKey
  store: ApplicationStore
  /** The public address of an application: the token's `iss`. */
  baseUrlOf(application: Application): string
  now(): number
  /** Milliseconds on a clock that never goes back. */
  monotonic(): number
  bytes(length: number): Buffer
  uuid(): string
  pause: Core['pause']
}

const verifyPath = '/fido2/v2/mgmt/token/verify'

/**
 * Tokens by fast-jwt: ES256 only; one such key of an application signs, and every one that is not retired verifies. What
 * its RS256 keys sign is for OpenID clients.
 */
export function createJwtTokens(dependencies: Dependencies): Tokens {
  const { root, now } = dependencies
  const sealing = deriveSealingKey(root)
  const keyrings = createKeyrings(dependencies, sealing)

  /** The claims of every token of this application. */
  function readSignedClaims(application: Application, token: string) {
    const { kid, typ } = readHeader(token) ?? {}
    if (kid === undefined) throw invalidToken('no such key')
    if (typ !== 'JWT') throw invalidToken('its typ is that of another kind of token')
    return after(keyrings.find(application, { kid }), (ring) => verifyWith(ring.verifiers.get(kid), application, token))
  }

  function verifyWith(verifier: KeyVerifier | undefined, application: Application, token: string) {
    if (verifier?.alg !== 'ES256') throw invalidToken('no such key')
    const claims = attempt(() => verifier.verify(token), invalidToken) as VerifiedClaims & { aud: string; iss: string }
    // The clock is read with each use.
    if (!(claims.exp * 1000 > now())) throw invalidToken('expired')
    if (claims.aud !== application.id || claims.iss !== dependencies.baseUrlOf(application))
      throw invalidToken('aud or iss')
    return claims
  }

  const prepare = (application: Application) =>
    after(keyrings.find(application, { alg: 'ES256' }), (ring) => prepareWith(ring, application))

  function prepareWith(ring: Keyring, application: Application) {
    const at = now()
    const { sign } = findSigner(ring, 'ES256', at)
    const [iat, jti] = [Math.floor(at / 1000), dependencies.uuid()]
    return {
      at,
      sign(claims: TokenClaims | StatementClaims, seconds: number) {
        const standardClaims = createStandardClaims(dependencies, application, claims)
        return sign({ ...claims, ...standardClaims, iat, exp: iat + seconds, jti })
      },
    }
  }

  return {
    prepare,
    sign: async (application, claims, seconds) => (await prepare(application)).sign(claims, seconds),
    verify: (application, token) => after(readSignedClaims(application, token), requireAccessClaims),
    async verifyStatement<K extends StatementClaims['tokenType']>(application: Application, kind: K, token: string) {
      const claims = (await readSignedClaims(application, token)) as { tokenType: string }
      if (claims.tokenType !== kind) throw invalidToken(`it is no ${kind}`)
      return claims as VerifiedStatement<K>
    },
    readAudience,
    async publicKeys(application) {
      const ring = await keyrings.findPublished(application)
      if (ring.keys.length === 0) throw new Error('The application has no signing key')
      return orderForPublication(ring.keys, now()).map(toPublicJwk)
    },
    ...createClientTokens(dependencies, keyrings),
    createKey: (appId, alg) => createSigningKey(appId, alg, { ...dependencies, sealing }),
  }
}

const invalidToken = (reason: unknown) => unauthorized('The token is not valid', reason)

function attempt<T>(action: () => T, invalidToken: (reason: unknown) => Error): T {
  try {
    return action()
  } catch (error) {
    throw invalidToken(error)
  }
}

const createStandardClaims = (
  { baseUrlOf }: Dependencies,
  application: Application,
  { tokenType }: Pick<TokenClaims | StatementClaims, 'tokenType'>,
) => ({
  aud: application.id,
  iss: baseUrlOf(application),
  rpId: application.rpId,
  // Clients post to iss + verify, which has no other kinds.
  ...((tokenType === 'jwtAccess' || tokenType === 'grant') && { verify: verifyPath }),
})

function requireAccessClaims<Claims extends VerifiedClaims>(claims: Claims): Claims {
  if (!isOurs(claims)) throw invalidToken('its claims are not those of an access token')
  return claims
}

const isOurs = ({ tokenType, username, scopes, jti, exp }: Partial<VerifiedClaims>) =>
  (tokenType === 'jwtAccess' || tokenType === 'grant') &&
  typeof username === 'string' &&
  Array.isArray(scopes) &&
  typeof jti === 'string' &&
  typeof exp === 'number'
