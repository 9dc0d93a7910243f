import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { attemptAsync, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { calculateJwkThumbprint } from 'jose'
import { verifyDpopProof } from '../../src/adapters/client-proofs/dpop.ts'
import { AppError } from '../../src/core/errors.ts'
import { parseJson } from './parse-json.ts'

const now = 1_790_000_000
const url = 'https://id.example.com/apps/shop/openid/token'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = publicKey.export({ format: 'jwk' })
const jkt = await calculateJwkThumbprint(jwk as never)

type Parts = { header?: Record<string, unknown>; claims?: unknown; accessToken?: unknown }

const encode = (part: unknown) => Buffer.from(JSON.stringify(part) ?? '').toString('base64url')

/** The input decides header and claims, and the key is ours: `"jwk": "own"` is its public half. */
function createProof({ header, claims }: Parts): string {
  const text = `${encode(header?.jwk === 'own' ? { ...header, jwk } : header)}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

function requireFitting({ header, claims }: Parts, accessToken: string | undefined) {
  const { htm, htu, iat, ath } = claims as Record<string, unknown>
  const { origin, pathname } = new URL(String(htu))
  assert.deepEqual([htm, `${origin}${pathname}`], ['POST', url])
  assert.ok(Math.abs((iat as number) - now) <= 300)
  assert.equal(
    String(header?.typ)
      .toLowerCase()
      .replace(/^application\//, ''),
    'dpop+jwt',
  )
  const digest = accessToken && createHash('sha256').update(accessToken).digest()
  if (digest) assert.deepEqual(Buffer.from(String(ath), 'base64url'), digest)
}

const usual = {
  header: { typ: 'dpop+jwt', alg: 'ES256', jwk: 'own' },
  claims: { jti: 'a', htm: 'POST', htu: url, iat: now },
}

export const target: FuzzTarget = {
  promise:
    'a DPoP proof is verified or rejected by an AppError; a verified one is of the key that signed it, and for the method, the address, the time, and the token of its call',
  sources: ['apps/service/src/adapters/client-proofs/{dpop,jwt-problems}.ts'],
  isJson: true,
  seeds: [
    JSON.stringify(usual),
    JSON.stringify({
      ...usual,
      accessToken: 'token',
      claims: { ...usual.claims, ath: createHash('sha256').update('token').digest('base64url') },
    }),
    JSON.stringify({ ...usual, claims: { ...usual.claims, htu: `${url}?a=b#c`, iat: now - 301 } }),
    JSON.stringify({ ...usual, header: { ...usual.header, alg: 'none', jwk: { kty: 'oct', k: 'AAAA' } } }),
    createProof(usual),
  ],
  words: [
    'own',
    'DPoP+JWT',
    'EdDSA',
    'crit',
    'b64',
    'exp',
    'nbf',
    'ath',
    url.toUpperCase(),
    String(now + 300),
    String(now - 301),
  ],
  async run(input) {
    const parts = (parseJson(input) ?? undefined) as Parts | undefined
    const accessToken = typeof parts?.accessToken === 'string' ? parts.accessToken : undefined
    const proof = typeof parts === 'object' ? createProof(parts) : input.toString()
    const request = { proof, method: 'POST', url, accessToken }
    const verified = await attemptAsync(AppError, () => verifyDpopProof({ now: () => now * 1_000 }, request))
    if (!verified) return false
    assert.equal(verified.jkt, jkt)
    if (typeof parts === 'object') requireFitting(parts, accessToken)
    return true
  },
  planted: {
    without: 'the comparison of the method',
    file: 'apps/service/src/adapters/client-proofs/dpop.ts',
    check: 'htm !== method',
    instead: 'false',
  },
}
