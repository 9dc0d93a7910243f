import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { ThumbturnError } from './errors.ts'
import { request } from './http.ts'
import type { Client } from './options.ts'

/** The service lets its key set be kept for so long, and publishes a key for longer before it signs with it. */
const FRESH_MS = 5 * 60_000
/** While the service cannot be asked, keys are believed as long as this. */
const STALE_MS = 60 * 60_000
/** After an answer, an unknown key is not asked for again: a flood of forged tokens must not become a flood there. */
const COOLDOWN_MS = 30_000
/** After a failure nothing is asked. */
const PAUSE_MS = 2_000
/** A thousand keys; an application has a few. */
const MOST_BYTES = 2 ** 18

type KeySet = ReturnType<typeof createLocalJWKSet>

/** The public keys of an application, kept by `kid`. */
export interface Keys {
  /** For jose: the key that a token names. */
  readonly of: JWTVerifyGetKey
  /** How far this machine's clock is ahead of the service's, in milliseconds, by the latest answer; 0 where unknown. */
  readonly ahead: () => number
}

/** Fetched when first needed, again when five minutes old, and for a `kid` that is not among them. */
export function createKeys(client: Client): Keys {
  const { now } = client
  let kept: { keys: KeySet; at: number } | undefined
  let failed: { error: unknown; at: number } | undefined
  let ahead = 0
  let pending: Promise<void> | undefined

  async function ask() {
    try {
      const { answer, at } = await request(client, { method: 'GET', url: toKeySetUrl(client), most: MOST_BYTES })
      kept = { keys: parseKeySet(answer, client), at: now() }
      failed = undefined
      ahead = at === undefined ? 0 : now() - at
    } catch (error) {
      failed = { error, at: now() }
    }
  }

  /** One request at a time; concurrent callers share it. */
  async function refetch() {
    if (!pending && failed && now() < failed.at + PAUSE_MS) return
    pending ??= ask().finally(() => {
      pending = undefined
    })
    await pending
  }

  const youngerThan = (limit: number) => kept !== undefined && now() < kept.at + limit

  async function usable(): Promise<KeySet> {
    if (!youngerThan(FRESH_MS)) await refetch()
    if (kept && youngerThan(STALE_MS)) return kept.keys
    throw failed?.error
  }

  /** Whether a key is unknown is only known from an answer of the service. */
  async function renewed(): Promise<KeySet> {
    await refetch()
    if (failed) throw failed.error
    return kept!.keys
  }

  return {
    ahead: () => ahead,
    async of(header, token) {
      const keys = await usable()
      try {
        return await keys(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || youngerThan(COOLDOWN_MS)) throw error
        return (await renewed())(header, token)
      }
    },
  }
}

const toKeySetUrl = ({ application }: Client) => `${application}/fido2/v2/.well-known/jwks.json`

function parseKeySet(answer: unknown, client: Client): KeySet {
  try {
    return createLocalJWKSet(answer as JSONWebKeySet)
  } catch (cause) {
    throw new ThumbturnError('wrong_base_url', `${toKeySetUrl(client)} is no key set: check baseUrl`, { cause })
  }
}
