import { createHash, timingSafeEqual } from 'node:crypto'
import { refusal } from '../refusal.ts'

/** A shop that this wallet has a contract with. */
export type Merchant = {
  id: string
  /** As people know it. */
  name: string
  /** The only origin that may show the wallet in a frame. */
  origin: string
  /** The only addresses that people are led back to. */
  returnUrls: readonly string[]
  key: string
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The merchant whose key a call carries, in constant time.
 * @throws Error 401
 */
export function authenticateMerchant(merchants: readonly Merchant[], authorization = ''): Merchant {
  const given = digest(authorization.replace(/^Bearer /, ''))
  const found = merchants.find(({ key }) => timingSafeEqual(digest(key), given))
  if (!found) throw refusal(401, 'unknown_merchant', 'This is not the key of a merchant')
  return found
}
