import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

/** A password as it may be kept: salt and hash (scrypt, RFC 7914), base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('base64url')}.${(await derive(password, salt, 32)).toString('base64url')}`
}

/** Whether that is the password; without a hash it takes as long to say no. */
export async function isPassword(password: string, hash = `${'A'.repeat(22)}.${'A'.repeat(43)}`): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split('.')
  const given = await derive(password, Buffer.from(salt, 'base64url'), 32)
  return timingSafeEqual(given, Buffer.from(expected, 'base64url'))
}
