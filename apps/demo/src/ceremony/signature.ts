import { fromBase64url } from '../bytes.ts'
import type { CeremonyResponse } from './exchange.ts'

type Key = { spki: string; algorithm: number }

const prefix = 'thumbturn-demo-key-'

/** Stores the public key of a new passkey for this tab, so that the page can verify later signatures. */
export function rememberKey({ credentialId, publicKey, publicKeyAlgorithm }: CeremonyResponse): void {
  if (!publicKey || publicKeyAlgorithm === undefined) return
  const key: Key = { spki: publicKey, algorithm: publicKeyAlgorithm }
  sessionStorage.setItem(prefix + credentialId, JSON.stringify(key))
}

/** Verifies the signature of an assertion; undefined if the key or the algorithm is not available here. */
export async function isSignatureValid(answered: CeremonyResponse): Promise<boolean | undefined> {
  const kept = sessionStorage.getItem(prefix + answered.credentialId)
  if (!kept || !answered.signature) return undefined
  const { spki, algorithm } = JSON.parse(kept) as Key
  const signature = fromBase64url(answered.signature)
  if (algorithm === -7) return verify(answered, spki, { scheme: es256, signature: toRawSignature(signature) })
  if (algorithm === -257) return verify(answered, spki, { scheme: rs256, signature })
  return undefined
}

const es256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

type EncodedSignature = { scheme: typeof es256 | typeof rs256; signature: Uint8Array<ArrayBuffer> }

/** The signed bytes: authenticator data, then the hash of the client data (WebAuthn §7.2 step 23). */
async function verify(
  answered: CeremonyResponse,
  spki: string,
  { scheme, signature }: EncodedSignature,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('spki', fromBase64url(spki), scheme, false, ['verify'])
  const hash = await crypto.subtle.digest('SHA-256', fromBase64url(answered.clientDataJSON))
  const data = new Uint8Array([...fromBase64url(answered.authenticatorData), ...new Uint8Array(hash)])
  return crypto.subtle.verify(scheme, key, signature, data)
}

/** WebCrypto requires r and s as 32 bytes each; authenticators send two ASN.1 integers. */
function toRawSignature(der: Uint8Array): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(64)
  let at = 2
  for (const end of [32, 64]) {
    const length = der[at + 1] ?? 0
    const integer = der.subarray(at + 2, at + 2 + length)
    const digits = integer.subarray(Math.max(0, integer.length - 32))
    raw.set(digits, end - digits.length)
    at += 2 + length
  }
  return raw
}
