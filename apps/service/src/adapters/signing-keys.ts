import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningAlgorithm } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import { createVerifier } from 'fast-jwt'
import { findAlgorithm, type SigningJwk, type SigningKey } from '../core/model/applications/application.ts'
import type { PublicJwk } from '../core/ports/tokens.ts'
import { createJwsSigner, type SignClaims } from './jws.ts'
import type { KnownTokens } from './known-tokens.ts'
import type { RootKey } from './root-key.ts'
import { openBytes, sealBytes } from './sealed-box.ts'
import { readClaims } from './token-parts.ts'

const describeKey = ({ appId, kid }: { appId: string; kid: string }) => `signing key ${appId} ${kid}`
const sealingPurpose = 'signing keys'

/** The key under which private halves are sealed. */
export const deriveSealingKey = (root: RootKey): Buffer => root.derive(sealingPurpose)

type KeySources = { now(): number; bytes(length: number): Buffer; sealing: Buffer }

/** A new key, generated in the thread pool: for RSA, that takes up to a second. */
export async function createSigningKey(
  appId: string,
  alg: SigningAlgorithm,
  { now, bytes, sealing }: KeySources,
): Promise<SigningKey> {
  const { privateKey, publicKey } = await generators[alg]()
  const publicJwk = publicKey.export({ format: 'jwk' }) as SigningJwk
  const kid = computeThumbprint(publicJwk)
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

const generate = promisify(generateKeyPair)

const generators: Record<SigningAlgorithm, () => Promise<{ privateKey: KeyObject; publicKey: KeyObject }>> = {
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  RS256: () => generate('rsa', { modulusLength: 2048 }),
}

/** RFC 7638 §3: the required fields in alphabetical order. */
function computeThumbprint(jwk: SigningJwk): string {
  const { kty } = jwk
  const required = jwk.kty === 'RSA' ? { e: jwk.e, kty, n: jwk.n } : { crv: jwk.crv, kty, x: jwk.x, y: jwk.y }
  return createHash('sha256').update(JSON.stringify(required)).digest('base64url')
}

const openPrivateKey = (key: SigningKey, sealing: Buffer) =>
  openBytes(sealing, Buffer.from(key.sealedPrivateKey, 'base64url'), describeKey(key))

/** Whether a signing key was sealed under that master key. */
export const canOpenSigningKey = (root: RootKey, key: SigningKey) =>
  openPrivateKey(key, deriveSealingKey(root)) !== undefined

export type Signer = { key: SigningKey; sign: SignClaims }

/** @throws Error if the key was sealed under another master key */
export function openSigner(key: SigningKey, { sealing, known }: { sealing: Buffer; known: KnownTokens }): Signer {
  const der = openPrivateKey(key, sealing)
  if (!der)
    throw new Error(`The master key does not open signing key ${key.kid}: it is not the one it was sealed under`)
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const sign = createJwsSigner(privateKey, { kid: key.kid, alg: findAlgorithm(key) })
  return {
    key,
    async sign(claims, typ) {
      const token = await sign(claims, typ)
      known.add(token)
      return token
    },
  }
}

/** Returns the claims of a token that this key signed, expired or not. */
export type KeyVerifier = { alg: SigningAlgorithm; verify(token: string): Readonly<Record<string, unknown>> }

/** The algorithm is fixed by our key, never by the token (RFC 8725 §3.1). */
export function createKeyVerifier(key: SigningKey, known: KnownTokens): KeyVerifier {
  const alg = findAlgorithm(key)
  const pem = createPublicKey({ key: key.publicJwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' }) as string
  const verifySignature = createVerifier({ key: pem, algorithms: [alg], ignoreExpiration: true })
  return {
    alg,
    verify(token) {
      if (known.has(token)) return readClaims(token)
      const claims = verifySignature(token)
      known.add(token)
      return claims
    },
  }
}

/** Its fields one by one: a stored key could have others. */
export function toPublicJwk({ kid, publicJwk: jwk }: SigningKey): PublicJwk {
  const use = { use: 'sig' as const, key_ops: ['verify'] as ['verify'] }
  return jwk.kty === 'RSA'
    ? { kty: 'RSA', ...use, alg: 'RS256', kid, n: jwk.n, e: jwk.e }
    : { kty: 'EC', ...use, alg: 'ES256', kid, crv: jwk.crv, x: jwk.x, y: jwk.y }
}
