import { createHmac } from 'node:crypto'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { createClientProofs } from '../../../src/adapters/client-proofs/lazy.ts'

/** A moment in seconds since 1970, at which the clock of these tests stands. */
export const now = 1_790_000_000

export type TestKey = { alg: string; privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK; privateJwk: JWK }

export async function createKey(alg: string, kid?: string): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const named = kid === undefined ? {} : { kid }
  const jwk = { ...(await exportJWK(publicKey)), ...named }
  return { alg, privateKey, publicKey, jwk, privateJwk: { ...(await exportJWK(privateKey)), ...named } }
}

/** Verifies at `now`, with the machine's loopback as an allowed network. */
export const openProofs = (clock: { at: number } = { at: 0 }) =>
  createClientProofs({ networks: ['127.0.0.0/8'], now: () => now * 1000, monotonic: () => clock.at })

/** A header field that verifiers must understand, and ours doesn't. */
export const critical = 'https://example.com/critical'

/** Signs a token with this header; claims and header fields that are undefined are left out. */
export const sign = ({ privateKey, alg }: TestKey, header: object, claims: object) =>
  new SignJWT(claims as JWTPayload)
    .setProtectedHeader({ alg, ...header })
    .sign(privateKey, { crit: { [critical]: true } })

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Tokens that need no private key: without a signature, or with the public key as a shared secret. */
export async function forge(key: TestKey, header: object, claims: object): Promise<Record<string, string>> {
  const unsigned = `${encode({ ...header, alg: 'none' })}.${encode(claims)}`
  const secrets = { PEM: await exportSPKI(key.publicKey), JWK: JSON.stringify(key.jwk) }
  const confused = Object.entries(secrets).map(([what, secret]) => {
    const input = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`
    return [
      `HS256 with the public key as ${what}`,
      `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`,
    ]
  })
  return {
    'the algorithm none': `${unsigned}.`,
    'none with a signature': `${unsigned}.AAAA`,
    ...Object.fromEntries(confused),
  }
}
