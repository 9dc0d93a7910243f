import type { SecretBox } from '../core/ports/secret-box.ts'
import type { RootKey } from './root-key.ts'
import { openBytes, sealBytes } from './sealed-box.ts'

const ivBytes = 12

/** Seals under a key that is derived from the master key, as base64url. */
export function createSecretBox(root: RootKey, bytes: (length: number) => Buffer): SecretBox {
  const key = root.derive('stored secrets')
  return {
    seal: (about, text) => sealBytes(key, Buffer.from(text), { about, iv: bytes(ivBytes) }).toString('base64url'),
    open(about, sealed) {
      const opened = openBytes(key, Buffer.from(sealed, 'base64url'), about)
      if (!opened) throw new Error(`The secrets of ${about} can't be decrypted: the master key is another one`)
      return opened.toString()
    },
  }
}
