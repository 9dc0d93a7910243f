import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { openBytes } from '@thumbturn/service/adapters/sealed-box.ts'
import type { SigningKey } from '@thumbturn/service/core/model/applications/application.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'

export const encodePart = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** The parts of a token, unverified. */
export const readHeader = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
export const readClaims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

export function signToken(key: KeyObject, header: object, claims: object): string {
  const text = `${encodePart({ alg: 'ES256', typ: 'JWT', ...header })}.${encodePart(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** Signs any claims with the application's real ES256 key, past the service; undefined ones are left out. */
export async function signWithServiceKey(service: Service, claims: object, header: object = {}): Promise<string> {
  const keys = await service.core.store.applications.signingKeys('demo')
  return signWithKey(service, keys.find(({ publicJwk }) => publicJwk.kty === 'EC')!, { header, claims })
}

export function signWithKey(
  { root }: Service,
  key: SigningKey,
  { header, claims }: { header: object; claims: object },
) {
  const { appId, kid } = key
  const der = openBytes(
    root.derive('signing keys'),
    Buffer.from(key.sealedPrivateKey, 'base64url'),
    `signing key ${appId} ${kid}`,
  )
  return signToken(createPrivateKey({ key: der!, format: 'der', type: 'pkcs8' }), { kid, ...header }, claims)
}
