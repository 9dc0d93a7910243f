import { toBase64url } from './base64url.ts'
import { transaction } from './trust-store.ts'

/** What this browser proves to be: `auth` is its own key, `merchant` and `wallet` are those of a checkout. */
export interface TrustItems {
  auth?: string | undefined
  merchant?: string | undefined
  wallet?: string | undefined
}

/** A key of this browser that never leaves it, and the id it goes by. */
interface TrustKey {
  id: string
  pair: CryptoKeyPair
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/**
 * A short-lived proof that this is the browser that was here before: a JWS (RFC 7515) under a key that scripts can use
 * and nobody can copy. Never fails: a browser that cannot keep keys is unknown, which the service allows.
 */
export async function trustItems(): Promise<{ auth: string } | undefined> {
  try {
    return { auth: await trustItem('auth') }
  } catch {
    return undefined
  }
}

/**
 * The same by one key of several, each made when it is first asked for.
 * @throws Error where the browser keeps no keys
 */
export async function trustItem(name: string, lifeSeconds = 60): Promise<string> {
  const { id, pair } = (await kept(name))!
  const jwk = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const exp = Math.floor(Date.now() / 1000) + lifeSeconds
  const signed = `${encoded({ alg: 'ES256', jwk })}.${encoded({ id, exp })}`
  const signature = await crypto.subtle.sign(algorithm, pair.privateKey, utf8(signed))
  return `${signed}.${toBase64url(signature)}`
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const encoded = (part: object) => toBase64url(utf8(JSON.stringify(part)).buffer)

async function kept(name: string): Promise<TrustKey | undefined> {
  const found = await read(name)
  if (found) return found
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  // Another tab may have been faster: the first key stays, as the service knows browsers by it.
  await transaction('readwrite', (store) => store.add({ id: idText(), pair }, name)).catch(() => {})
  return read(name)
}

const read = (name: string) => transaction<TrustKey | undefined>('readonly', (store) => store.get(name))

/** 25 characters of A–Z and 0–9, as the wire expects them. */
const idText = () => crypto.randomUUID().replaceAll('-', '').slice(0, 25).toUpperCase()
