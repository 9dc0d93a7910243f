import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { Outage } from '../../core/errors.ts'
import type { AssertionRequest } from '../../core/ports/client-proofs.ts'
import type { Egress } from '../egress/egress.ts'
import { createCache } from '../openid/cache.ts'
import { parseObject } from '../openid/configuration.ts'

/** Keys that a client replaced work this long after it. */
const keptMs = 300_000
/** Keys that lack the one of an assertion are read again if they are older, so that made-up keys cause few requests. */
const renewedMs = 30_000
const mostKeys = 100

type KeySource = { egress: Egress; monotonic(): number }

/** Finds the keys of clients: those that they registered, or those that they publish, which are kept for minutes. */
export function createClientKeys({ egress, monotonic }: KeySource) {
  const read = createCache(monotonic, (url) => readKeys(egress, url), { keptMs, most: 1_000 })
  return (keys: AssertionRequest['keys']): JWTVerifyGetKey => {
    if ('jwks' in keys) return openKeys(keys.jwks)
    return async (header, token) => {
      const published = await read(keys.jwksUri)
      try {
        return await published(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
        return (await read(keys.jwksUri, { mostAgeMs: renewedMs }))(header, token)
      }
    }
  }
}

const openKeys = ({ keys }: { keys: readonly object[] }) => createLocalJWKSet({ keys: [...keys] } as JSONWebKeySet)

async function readKeys(egress: Egress, url: string) {
  const call = { method: 'GET', url: new URL(url), headers: { accept: 'application/json' } } as const
  const { status, text } = await egress.call(call, AbortSignal.timeout(5_000)).catch((error: Error) => {
    throw unavailable(`${url}: ${error.message}`)
  })
  const keys = status === 200 ? parseObject(text)?.keys : undefined
  if (!Array.isArray(keys) || keys.length > mostKeys) throw unavailable(`${url} returned ${status} without a key set`)
  try {
    return openKeys({ keys })
  } catch (error) {
    throw unavailable(`${url}: ${(error as Error).message}`)
  }
}

/** The caller learns nothing about the operator's network; the log has the reason. */
const unavailable = (reason: string) =>
  new Outage('The key set of the client is unavailable: check its jwks_uri, or try again later', {
    cause: new Error(reason.slice(0, 300)),
  })
