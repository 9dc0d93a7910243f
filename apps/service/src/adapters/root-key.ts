import { createHmac, hkdfSync } from 'node:crypto'

/** A secret from which other keys are derived, so that nodes that share it agree. */
export type RootKey = {
  /** 32 bytes for one purpose (HKDF-SHA-256, RFC 5869). */
  derive(purpose: string): Buffer
  /** HMAC-SHA-256 under the key of that purpose. */
  keyed(purpose: string, text: string): Buffer
}

export function createRootKey(secret: Buffer): RootKey {
  const derived = new Map<string, Buffer>()
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'thumbturn', purpose, 32))
  const kept = (purpose: string) => {
    const key = derived.get(purpose) ?? derive(purpose)
    derived.set(purpose, key)
    return key
  }
  return { derive, keyed: (purpose, text) => createHmac('sha256', kept(purpose)).update(text).digest() }
}
