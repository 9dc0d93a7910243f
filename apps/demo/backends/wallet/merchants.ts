import { createHash, timingSafeEqual } from 'node:crypto'
import { createError } from '../errors.ts'

/** A shop with a contract with this wallet. */
export type Merchant = {
  id: string
  /** Name shown to users. */
  name: string
  /** The only origin that can embed the wallet. */
  origin: string
  /** The only addresses that users are returned to. */
  returnUrls: readonly string[]
  key: string
}

const hashKey = (text: string) => createHash('sha256').update(text).digest()

/**
 * Finds the merchant of an API key, in constant time.
 * @throws Error 401
 */
export function authenticateMerchant(merchants: readonly Merchant[], authorization = ''): Merchant {
  const given = hashKey(authorization.replace(/^Bearer /, ''))
  const found = merchants.find(({ key }) => timingSafeEqual(hashKey(key), given))
  if (!found) throw createError(401, 'unknown_merchant', 'This is not the key of a merchant')
  return found
}
