import { createCipheriv, createDecipheriv } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with a random 96-bit nonce in front: nonce ‖ ciphertext ‖ tag. `about` must be the same when opened. */
export function sealBytes(key: Buffer, plain: Buffer, { about, iv }: { about: string; iv: Buffer }): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(about))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined unless the bytes were sealed under that key for that purpose, complete and unchanged. */
export function openBytes(key: Buffer, sealed: Buffer, about: string): Buffer | undefined {
  if (sealed.length < ivBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}
