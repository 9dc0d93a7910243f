import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SessionSettings } from './options.ts'

// A sealed value is base64url of: version (1 byte), salt (16), AES-256-GCM ciphertext, tag (16). Key and nonce are
// HKDF-SHA256 of the secret and the salt, so no number of values wears a secret out.
const version = 1
const saltLength = 16
const tagLength = 16
const info = 'thumbturn session v1'

/** Where a value belongs: opening it elsewhere fails. */
export type Place = { secret: string; place: string }

export function seal(text: string, { secret, place }: Place): string {
  const salt = randomBytes(saltLength)
  const { key, nonce } = deriveKey(secret, salt)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), salt, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** The text; undefined if another secret sealed it, for another place, or if it was changed. */
export function unseal(value: string, { secret, place }: Place): string | undefined {
  const bytes = Buffer.from(value, 'base64url')
  if (bytes[0] !== version || bytes.length <= 1 + saltLength + tagLength) return undefined
  const { key, nonce } = deriveKey(secret, bytes.subarray(1, 1 + saltLength))
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagLength))
  try {
    const opened = decipher.update(bytes.subarray(1 + saltLength, -tagLength))
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Seals values with the first secret, and opens those of all; `use` is the name of a cookie, or says what a value is for. */
export function createBox({ secrets, client }: SessionSettings) {
  const toPlace = (use: string) => `${client.appId} ${use}`
  return {
    seal: (content: object, use: string): string =>
      seal(JSON.stringify(content), { secret: secrets[0]!, place: toPlace(use) }),
    /** The content, of which other versions can have other fields; undefined if it isn't ours. */
    open<Content>(value: string, use: string): Partial<Content> | undefined {
      for (const secret of secrets) {
        const text = unseal(value, { secret, place: toPlace(use) })
        if (text !== undefined) return JSON.parse(text) as Partial<Content>
      }
    },
  }
}

function deriveKey(secret: string, salt: Buffer): { key: Buffer; nonce: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, info, 44))
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32) }
}
