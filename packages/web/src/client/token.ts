import { readJson } from '../base64url.ts'
import { throwIfAborted } from '../browser/tolerance.ts'
import { PasskeyError } from '../errors.ts'

/** Stores the access token between calls. */
export interface TokenStore {
  get(): string | undefined
  /** `expiresAt` is the `exp` of the token; undefined if the token has none. */
  set(token: string, expiresAt?: Date): void
  clear(): void
}

/** The part of a client that these functions use. */
type TokenHolder = { readonly tokenStore: TokenStore }

/** Claims of an access token that the SDK reads; `exp` in seconds since 1970. */
export interface Claims {
  sub?: string | undefined
  username?: string | undefined
  rpId?: string | undefined
  credID?: string | undefined
  scopes?: string[] | undefined
  exp?: number | undefined
}

/** The signed-in user of this page. */
export interface SessionInfo {
  /** User ID (`sub`). */
  id: string
  username: string
  rpId?: string | undefined
  /** The passkey used to sign in. */
  passkeyId?: string | undefined
  scopes: string[]
  expiresAt?: Date | undefined
}

/** Stores the token until the page is closed. */
export function createMemoryTokenStore(): TokenStore {
  let memory: string | undefined
  return {
    get: () => memory,
    set: (token) => {
      memory = token
    },
    clear: () => {
      memory = undefined
    },
  }
}

/** Reads a token without verifying it, which is your backend's job; undefined if it isn't a JWT. */
export function decodeToken(token: string | undefined): Claims | undefined {
  try {
    return readJson(token!.split('.')[1]!) as Claims
  } catch {
    return undefined
  }
}

const readExpiry = (claims: Claims | undefined) => (claims?.exp ? new Date(claims.exp * 1000) : undefined)

const isPast = (time: Date | undefined) => time && time <= new Date()

/** The token of the signed-in user; undefined if there is none or it has expired. */
export function readToken(client: TokenHolder): string | undefined {
  const token = client.tokenStore.get()
  const expiry = readExpiry(decodeToken(token))
  return isPast(expiry) ? undefined : token
}

/**
 * Stores a new token.
 * @throws PasskeyError ERROR_CLOCK_WRONG if the token is already expired by the clock of this device; the signal's reason if it
 * aborts before the token is stored
 */
export function storeToken(client: TokenHolder, token: string, signal?: AbortSignal): void {
  throwIfAborted(signal)
  const expiry = readExpiry(decodeToken(token))
  if (isPast(expiry)) throw new PasskeyError('ERROR_CLOCK_WRONG')
  client.tokenStore.set(token, expiry)
  // The store is the page's code, which can abort.
  if (signal?.aborted) client.tokenStore.clear()
  throwIfAborted(signal)
}

/** The signed-in user of this page, from the stored token; undefined if there is none. */
export function getSessionInfo(client: TokenHolder): SessionInfo | undefined {
  const claims = decodeToken(readToken(client))
  if (!claims?.sub) return undefined
  return {
    id: claims.sub,
    username: claims.username ?? '',
    rpId: claims.rpId,
    passkeyId: claims.credID,
    scopes: claims.scopes ?? [],
    expiresAt: readExpiry(claims),
  }
}

/** Deletes the token in this browser. The device ID stays. */
export function logout(client: TokenHolder): void {
  client.tokenStore.clear()
}
