import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { openBytes, sealBytes } from './sealed-box.ts'

/** Bytes sealed under a passphrase, with everything that opening them needs but the passphrase. Binary is base64url. */
export type SealedByPassphrase = { kdf: 'scrypt'; N: number; r: number; p: number; salt: string; sealed: string }

/** 128 MiB and some 0.3 s for each guess (OWASP Password Storage Cheat Sheet: N = 2^17, r = 8, p = 1). */
const cost = { N: 2 ** 17, r: 8, p: 1 } as const
/** The most work that a file from elsewhere can cause. */
const mostCost = { N: 2 ** 20, r: 8, p: 4 } as const
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Seals `plain` under a key that scrypt (RFC 7914) derives from the passphrase; `purpose` must be the same when opened. */
export async function sealByPassphrase(
  plain: Buffer,
  passphrase: string,
  purpose: string,
): Promise<SealedByPassphrase> {
  const salt = randomBytes(16)
  const key = await deriveKey(passphrase, salt, cost)
  const sealed = sealBytes(key, plain, { about: purpose, iv: randomBytes(12) })
  return { kdf: 'scrypt', ...cost, salt: salt.toString('base64url'), sealed: sealed.toString('base64url') }
}

/** Undefined when the passphrase is wrong or the bytes were changed. */
export async function openByPassphrase(
  { N, r, p, salt, sealed }: SealedByPassphrase,
  passphrase: string,
  purpose: string,
): Promise<Buffer | undefined> {
  if (N > mostCost.N || r > mostCost.r || p > mostCost.p) return undefined
  const key = await deriveKey(passphrase, Buffer.from(salt, 'base64url'), { N, r, p })
  return openBytes(key, Buffer.from(sealed, 'base64url'), purpose)
}

const deriveKey = (passphrase: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }) =>
  derive(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r })
