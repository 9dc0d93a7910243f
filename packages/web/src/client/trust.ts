import { toBase64url } from '../base64url.ts'
import { waitBriefly } from '../browser/tolerance.ts'
import type { Client } from './client.ts'
import { runTransaction } from './trust-store.ts'

/**
 * Proofs of this browser's keys: `auth` is its own key at the service, `merchant` and `wallet` are the keys of a
 * checkout.
 */
export interface TrustItems {
  auth?: string | undefined
  merchant?: string | undefined
  wallet?: string | undefined
}

/** A key pair of this browser whose private key is not extractable, and its ID. */
interface TrustKey {
  id: string
  pair: CryptoKeyPair
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/**
 * A short-lived proof that the service has seen this browser before: a JWS (RFC 7515) under a non-extractable key.
 * Never fails: a browser that can't store keys counts as unknown, which the service allows.
 */
export const createTrustItems = (_client: Client): Promise<{ auth: string } | undefined> =>
  waitBriefly(async () => ({ auth: await createTrustItem('auth') }))

/**
 * The same with a named key, created on first use.
 * @throws Error if the browser blocks storage
 */
export async function createTrustItem(name: string, lifetimeSeconds = 60): Promise<string> {
  const { id, pair } = (await findOrCreateKey(name))!
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const exp = Math.floor(Date.now() / 1000) + lifetimeSeconds
  const signed = `${encodePart({ alg: 'ES256', jwk })}.${encodePart({ id, exp })}`
  const signature = await crypto.subtle.sign(algorithm, pair.privateKey, toUtf8(signed))
  return `${signed}.${toBase64url(signature)}`
}

const toUtf8 = (text: string) => new TextEncoder().encode(text)
const encodePart = (part: object) => toBase64url(toUtf8(JSON.stringify(part)))

async function findOrCreateKey(name: string): Promise<TrustKey | undefined> {
  const found = await readKey(name)
  if (found) return found
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  // Another tab may have been faster. The first key stays, because the service knows the browser by it.
  await runTransaction('readwrite', (store) => store.add({ id: createId(), pair }, name)).catch(() => {})
  return readKey(name)
}

const readKey = (name: string) => runTransaction<TrustKey | undefined>('readonly', (store) => store.get(name))

/** 25 characters of A–Z and 0–9, as the API requires. */
const createId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 25).toUpperCase()
