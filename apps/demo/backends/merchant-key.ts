import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The API key that the wallet gave a merchant, generated on the first start: 32 random bytes, readable only by the
 * owner.
 */
export function readMerchantKey(folder: string, merchant: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `merchant-${merchant}.key`)
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
