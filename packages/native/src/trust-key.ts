import { toBase64url } from './base64url.ts'

/** A key of this device, such as one in the Secure Enclave or the Android Keystore, that proves that it was here before. */
export interface TrustKey {
  /** 25 characters of A–Z and 0–9, created with the key. */
  id: string
  /** The public key: P-256. */
  publicKey: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  /** Signs with ECDSA and SHA-256; returns r and s, 64 bytes in all (RFC 7518 §3.4). */
  sign(data: Uint8Array): Promise<ArrayBuffer | Uint8Array>
}

/** Creates a proof that is valid for a minute: a JWS (RFC 7515). */
export async function createTrustItem({ id, publicKey: jwk, sign }: TrustKey): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 60
  const signed = `${encodePart({ alg: 'ES256', jwk })}.${encodePart({ id, exp })}`
  return `${signed}.${toBase64url(await sign(new TextEncoder().encode(signed)))}`
}

const encodePart = (part: object) => toBase64url(new TextEncoder().encode(JSON.stringify(part)))
