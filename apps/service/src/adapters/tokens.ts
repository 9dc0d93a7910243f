import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { createDecoder, createVerifier } from 'fast-jwt'
import { after, type Eventual } from '../core/after.ts'
import type { Core } from '../core/core.ts'
import { unauthorized } from '../core/errors.ts'
import type { Application, SigningKey } from '../core/model/applications/application.ts'
import { filterInUse, findSigningKey, keysKeptMs } from '../core/model/applications/key-schedule.ts'
import type { ApplicationStore } from '../core/ports/stores/applications.ts'
import type {
  PublicJwk,
  StatementClaims,
  TokenClaims,
  Tokens,
  VerifiedClaims,
  VerifiedStatement,
} from '../core/ports/tokens.ts'
import { waitBriefly } from '../core/wait-briefly.ts'
import { createJwsSigner } from './jws.ts'
import type { RootKey } from './root-key.ts'
import { openBytes, sealBytes } from './sealed-box.ts'

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

type Verify = (token: string) => VerifiedClaims & { aud: string; iss: string }
type Signer = { key: SigningKey; sign(claims: object): Promise<string> }
type Keyring = {
  /** The keys in use, newest first. */
  keys: SigningKey[]
  signers: Map<string, Signer>
  verifiers: Map<string, Verify>
}

const describeKey = ({ appId, kid }: { appId: string; kid: string }) => `signing key ${appId} ${kid}`
const sealingPurpose = 'signing keys'
const verifyPath = '/fido2/v2/mgmt/token/verify'
// Another node may have added a key, so an unknown kid triggers a read, but not more often than this.
const reloadAfterMs = 1000

/** The keyrings of the applications, each kept for a while after it was read. */
function createKeyrings({ store, now, monotonic, pause }: Dependencies, sealing: Buffer) {
  const rings = new Map<string, { ring: Keyring; readAt: number; version: number }>()

  function find({ id, version }: Application, kid?: string): Eventual<Keyring> {
    const kept = rings.get(id)
    const age = kept ? monotonic() - kept.readAt : Number.POSITIVE_INFINITY
    const knows = kid === undefined || kept?.ring.verifiers.has(kid)
    // A change of keys changes the application, which every node reads each second.
    if (kept?.version === version && age < (knows ? keysKeptMs : reloadAfterMs)) return kept.ring
    return read(id, version)
  }

  async function read(id: string, version: number): Promise<Keyring> {
    const ring = createKeyring(await store.signingKeys(id), sealing, now)
    rings.set(id, { ring, readAt: monotonic(), version })
    return ring
  }

  /** Other verifiers need the keys during an outage too, so the last read ones are published then. */
  async function findPublished(application: Application): Promise<Keyring> {
    const isKept = rings.has(application.id)
    const reading = find(application)
    if (!isKept || !(reading instanceof Promise)) return reading
    await waitBriefly(pause, reading)
    return rings.get(application.id)!.ring
  }

  return { find, findPublished }
}

/** Tokens by fast-jwt: ES256 only; one key of an application signs, every key that is not retired verifies. */
export function createJwtTokens(dependencies: Dependencies): Tokens {
  const { root, now } = dependencies
  const sealing = root.derive(sealingPurpose)
  const keyrings = createKeyrings(dependencies, sealing)

  /** The claims of every token of this application. */
  function readSignedClaims(application: Application, token: string) {
    const kid = readHeader(token)?.kid
    if (kid === undefined) throw invalidToken('no such key')
    return after(keyrings.find(application, kid), (ring) => verifyWith(ring.verifiers.get(kid), application, token))
  }

  function verifyWith(verify: Verify | undefined, application: Application, token: string) {
    if (!verify) throw invalidToken('no such key')
    const claims = attempt(() => verify(token), invalidToken)
    if (claims.aud !== application.id || claims.iss !== dependencies.baseUrlOf(application))
      throw invalidToken('aud or iss')
    return claims
  }

  const prepare = (application: Application) =>
    after(keyrings.find(application), (ring) => prepareWith(ring, application))

  function prepareWith(ring: Keyring, application: Application) {
    const at = now()
    const { sign } = findSigner(ring, at)
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
      const signing = findSigner(ring, now()).key
      return [signing, ...ring.keys.filter((key) => key !== signing)].map(toPublicJwk)
    },
    createKey: (appId) => createSigningKey(appId, sealing, dependencies),
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

const decode = createDecoder({ complete: true })

function decodeToken(
  token: string,
): { header?: Record<string, unknown>; payload?: Record<string, unknown> } | undefined {
  try {
    return decode(token) as ReturnType<typeof decodeToken>
  } catch {
    return undefined
  }
}

function readHeader(token: string): { kid: string } | undefined {
  const kid = decodeToken(token)?.header?.kid
  return typeof kid === 'string' ? { kid } : undefined
}

const readPayload = (token: string) => decodeToken(token)?.payload

function readAudience(token: string): string | undefined {
  const audience = readHeader(token) && readPayload(token)?.aud
  return typeof audience === 'string' ? audience : undefined
}

function createKeyring(stored: SigningKey[], sealing: Buffer, now: () => number): Keyring {
  const keys = filterInUse(stored)
  return {
    keys,
    signers: new Map(keys.map((key) => [key.kid, openSigner(key, sealing)])),
    verifiers: new Map(keys.map((key) => [key.kid, createKeyVerifier(key, now)])),
  }
}

const openPrivateKey = (key: SigningKey, sealing: Buffer) =>
  openBytes(sealing, Buffer.from(key.sealedPrivateKey, 'base64url'), describeKey(key))

/** Whether a signing key was sealed under that master key. */
export const canOpenSigningKey = (root: RootKey, key: SigningKey) =>
  openPrivateKey(key, root.derive(sealingPurpose)) !== undefined

function openSigner(key: SigningKey, sealing: Buffer): Signer {
  const der = openPrivateKey(key, sealing)
  if (!der)
    throw new Error(`The master key does not open signing key ${key.kid}: it is not the one it was sealed under`)
  return { key, sign: createJwsSigner(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), key.kid) }
}

/** Evaluated with each use: the key that signs changes with time alone. */
function findSigner({ keys, signers }: Keyring, at: number): Signer {
  const signing = findSigningKey(keys, at)
  if (!signing) throw new Error('The application has no signing key')
  return signers.get(signing.kid)!
}

function createKeyVerifier({ publicJwk }: SigningKey, now: () => number): Verify {
  const pem = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' }) as string
  // The algorithm is fixed by our key, never by the token. The clock is read with each use, so expiry is checked below.
  const verify = createVerifier({ key: pem, algorithms: ['ES256'], ignoreExpiration: true })
  return (token) => {
    const claims = verify(token) as ReturnType<Verify>
    if (!(claims.exp * 1000 > now())) throw new Error('expired')
    return claims
  }
}

const toPublicJwk = ({ publicJwk: { kty, crv, x, y }, kid }: SigningKey): PublicJwk => ({
  kty,
  use: 'sig',
  key_ops: ['verify'],
  alg: 'ES256',
  kid,
  crv,
  x,
  y,
})

function createSigningKey(appId: string, sealing: Buffer, { now, bytes }: Dependencies): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const publicJwk = { kty, crv, x, y }
  // RFC 7638 §3: the required fields in alphabetical order.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  const sealed = sealBytes(sealing, der, { about: describeKey({ appId, kid }), iv: bytes(12) })
  return {
    appId,
    kid,
    publicJwk,
    sealedPrivateKey: sealed.toString('base64url'),
    createdAt: now(),
    retiredAt: undefined,
  }
}
