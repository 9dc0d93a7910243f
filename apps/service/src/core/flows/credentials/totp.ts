import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'

/** 30 seconds per step (RFC 6238 §4); SHA-1 and six digits are what authenticator apps support. */
const stepMs = 30_000
const digits = 6
const secretBytes = 20

/** The time step at a time in milliseconds. */
export const toTotpStep = (at: number) => Math.floor(at / stepMs)

/** HOTP of a counter (RFC 4226 §5.3): six digits, including leading zeros. */
export function generateTotp(secret: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(message).digest()
  const truncated = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/** The secret of a credential, derived from its ID with the installation's key, so that no secret is stored. */
export const deriveTotpSecret = (
  { keyed }: Pick<Core, 'keyed'>,
  { appId, id }: { appId: string; id: string },
): Buffer => keyed('totp', JSON.stringify([appId, id])).subarray(0, secretBytes)

/**
 * The step that the code belongs to: the current one or a neighbor, for clocks that differ (RFC 6238 §5.2); undefined
 * if none.
 */
export function findTotpStep(secret: Buffer, code: string, at: number): number | undefined {
  const now = toTotpStep(at)
  const typed = Buffer.from(code.padEnd(digits).slice(0, digits))
  return [now, now - 1, now + 1].find(
    (step) => typed.length === digits && timingSafeEqual(Buffer.from(generateTotp(secret, step)), typed),
  )
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648 §6), as authenticator apps read secrets. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The URI that authenticator apps read as a QR code (Key URI format). */
export function toOtpauthUri({
  issuer,
  username,
  secret,
}: {
  issuer: string
  username: string
  secret: Buffer
}): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
