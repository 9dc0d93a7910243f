import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/** A PIN or password in storable form: salt and hash (scrypt, RFC 7914), base64url. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derive(secret, salt, 32)).toString('base64url')}`
}

/** Compares a secret with its hash. Takes equally long without a hash. */
export async function isSecret(given: string, hash = `${'A'.repeat(22)}.${'A'.repeat(43)}`): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split('.')
  const derived = await derive(given, Buffer.from(salt, 'base64url'), 32)
  return timingSafeEqual(derived, Buffer.from(expected, 'base64url'))
}
