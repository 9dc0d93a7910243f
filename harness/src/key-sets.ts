import assert from 'node:assert/strict'
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { PublicJwk } from '@thumbturn/service/core/ports/tokens.ts'
import { retireOutlivedKeys, rotateSigningKey } from '@thumbturn/service/core/use-cases/applications/signing-keys.ts'
import type { Service } from './service.ts'
import { readBody } from './situations.ts'

const toKeySetPath = (appId: string) => `//apps/${appId}/fido2/v2/.well-known/jwks.json`

export const keySet = async (service: Service, appId: string) =>
  readBody<{ keys: PublicJwk[] }>(await service.ask('GET', toKeySetPath(appId))).keys

export const listKids = async (service: Service, appId: string) => (await keySet(service, appId)).map(({ kid }) => kid)

const parsed = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

export const readKid = (token: string) => String(parsed(token.split('.')[0]).kid)

/**
 * The strictest verifier: it fetches the key set when its max-age has passed, to the millisecond, and never otherwise.
 */
export function cachingVerifier(node: Service, appId: string) {
  let keys = new Map<string, KeyObject>()
  let freshUntil = Number.NEGATIVE_INFINITY
  let fetched = 0

  async function fetch() {
    const response = await node.ask('GET', toKeySetPath(appId))
    const [, seconds] = /max-age=(\d+)/.exec(String(response.headers['cache-control'])) ?? []
    const { keys: found } = readBody<{ keys: PublicJwk[] }>(response)
    keys = new Map(found.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]))
    freshUntil = node.clock.now() + Number(seconds) * 1000
    fetched++
  }

  return {
    fetched: () => fetched,
    async verify(token: string) {
      if (node.clock.now() >= freshUntil) await fetch()
      const key = keys.get(readKid(token))
      assert.ok(key, `the key set of ${appId} has no key ${readKid(token)}`)
      const [head, payload, signature = ''] = token.split('.')
      const signed = Buffer.from(`${head}.${payload}`)
      const means = { key, dsaEncoding: 'ieee-p1363' } as const
      assert.ok(verify('sha256', signed, means, Buffer.from(signature, 'base64url')))
      assert.ok(Number(parsed(payload).exp) * 1000 > node.clock.now(), 'the token has ended')
    },
  }
}

/** Makes the next signing key of the application `demo`. */
export const rotateKeys = ({ core, application }: Service) =>
  rotateSigningKey(core, application, { alg: 'ES256', by: 'test' })

/** Retires keys whose last token has expired, as the service does every minute. */
export const retireKeys = ({ core }: Service) => retireOutlivedKeys(core)
