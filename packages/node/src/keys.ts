import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { ThumbturnError } from './errors.ts'
import { sendRequest } from './http.ts'
import type { Client } from './options.ts'

/**
 * The service allows caching its key set this long, and publishes new keys longer than this before it signs with them.
 */
const FRESH_MS = 5 * 60_000
/** During an outage of the service, cached keys are used up to this age. */
const STALE_MS = 60 * 60_000
/**
 * An unknown `kid` refreshes younger keys only after this time, so that a flood of forged tokens doesn't reach the
 * service.
 */
const COOLDOWN_MS = 30_000
/** Delay after a failed request. */
const RETRY_DELAY_MS = 2_000
/** Enough for a thousand keys; an application has a few. */
const MAX_BYTES = 2 ** 18

type KeySet = ReturnType<typeof createLocalJWKSet>

/** The public keys of an application, cached by `kid`. */
export interface Keys {
  /** For jose: the key that a token names. */
  readonly find: JWTVerifyGetKey
  /** How far this machine's clock is ahead of the service's, in milliseconds; 0 if unknown. */
  readonly clockOffset: () => number
}

/** Fetches the keys on first use, again after five minutes, and for an unknown `kid`. */
export function createKeys(client: Client): Keys {
  const { now } = client
  let cached: { keys: KeySet; at: number } | undefined
  let failed: { error: unknown; at: number } | undefined
  let clockOffset = 0
  let pending: Promise<void> | undefined

  async function fetchKeys() {
    try {
      const { body, serverTime } = await sendRequest(client, {
        method: 'GET',
        url: toKeySetUrl(client),
        maxBytes: MAX_BYTES,
      })
      cached = { keys: parseKeySet(body, client), at: now() }
      failed = undefined
      clockOffset = serverTime === undefined ? 0 : now() - serverTime
    } catch (error) {
      failed = { error, at: now() }
    }
  }

  /** One request at a time, shared by concurrent callers. */
  async function fetchOnce() {
    if (!pending && failed && isWithin(RETRY_DELAY_MS, failed.at, now())) return
    pending ??= fetchKeys().finally(() => {
      pending = undefined
    })
    await pending
  }

  const isYoungerThan = (limit: number) => cached !== undefined && isWithin(limit, cached.at, now())

  async function readKeys(): Promise<KeySet> {
    if (!isYoungerThan(FRESH_MS)) await fetchOnce()
    if (cached && isYoungerThan(STALE_MS)) return cached.keys
    throw failed?.error
  }

  /** Only a response of the service shows that a key is unknown. */
  async function refreshKeys(): Promise<KeySet> {
    await fetchOnce()
    if (failed) throw failed.error
    return cached!.keys
  }

  return {
    clockOffset: () => clockOffset,
    async find(header, token) {
      const keys = await readKeys()
      try {
        return await keys(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || isYoungerThan(COOLDOWN_MS)) throw error
        return (await refreshKeys())(header, token)
      }
    },
  }
}

/** In both directions: a clock that is set back must not keep old keys, or prolong the delay. */
const isWithin = (limit: number, at: number, now: number) => Math.abs(now - at) < limit

const toKeySetUrl = ({ application }: Client) => `${application}/fido2/v2/.well-known/jwks.json`

function parseKeySet(body: unknown, client: Client): KeySet {
  try {
    return createLocalJWKSet(body as JSONWebKeySet)
  } catch (cause) {
    throw new ThumbturnError('wrong_base_url', `${toKeySetUrl(client)} is not a key set: check baseUrl`, { cause })
  }
}
