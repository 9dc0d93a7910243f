import { createPublicKey, type KeyObject, verify, type webcrypto } from 'node:crypto'
import type { Service } from '@thumbturn/service-harness/service.ts'

/** A backend that keeps the key set for exactly as long as Cache-Control says, and never fetches it for an unknown key. */
export type KeyVerifier = {
  /** Whether it accepts the token now. */
  accepts(token: string): Promise<boolean>
  /** The IDs of the keys that it knows. */
  listKeys(): Promise<readonly string[]>
}

type KeySet = { keys: Map<string, KeyObject>; until: number }

/** `choose` picks the node that it fetches the keys from; `now` is its clock, in milliseconds. */
export function createKeyVerifier(choose: () => Service, now: () => number): KeyVerifier {
  let kept: KeySet | undefined
  const findKeys = async () => {
    if (!kept || kept.until <= now()) kept = await fetchKeys(choose(), now())
    return kept.keys
  }
  return {
    async accepts(token) {
      const [header = '', payload = '', signature = ''] = token.split('.')
      const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
      const key = (await findKeys()).get(kid)
      const signed = Buffer.from(`${header}.${payload}`)
      if (!key) return false
      return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
    },
    listKeys: async () => [...(await findKeys()).keys()],
  }
}

async function fetchKeys(service: Service, now: number): Promise<KeySet> {
  const { headers, body } = await service.ask('GET', '/.well-known/jwks.json')
  const seconds = Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1])
  const { keys } = body as { keys: (webcrypto.JsonWebKey & { kid: string })[] }
  const parsed = keys.map((key) => [key.kid, createPublicKey({ format: 'jwk', key })] as const)
  return { keys: new Map(parsed), until: now + seconds * 1_000 }
}
