import { hash } from 'node:crypto'

/** Enough for the access tokens of some minutes; about 100 bytes each. */
const defaultLimit = 10_000

/**
 * Tokens whose signatures are valid for certain, because this process made or verified them: the newest ones, by digest.
 * Most tokens are read right after they were signed, and many again with each request. A token names the key that signed
 * it (`kid`), so a caller who looks one up has that key.
 */
export type KnownTokens = {
  has(token: string): boolean
  add(token: string): void
}

export function createKnownTokens(limit = defaultLimit): KnownTokens {
  const digests = new Set<string>()
  return {
    has: (token) => digests.has(digest(token)),
    add(token) {
      digests.add(digest(token))
      if (digests.size > limit) digests.delete(digests.values().next().value!)
    },
  }
}

const digest = (token: string) => hash('sha256', token, 'base64')
