import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { openBytes } from '@thumbturn/service/adapters/sealed-box.ts'
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

/** Signs any claims with the application's real key, past the service; undefined ones are left out. */
export async function signWithServiceKey(
  { core, root }: Service,
  claims: object,
  header: object = {},
): Promise<string> {
  const [key] = await core.store.applications.signingKeys('demo')
  const sealed = Buffer.from(key!.sealedPrivateKey, 'base64url')
  const der = openBytes(root.derive('signing keys'), sealed, `signing key demo ${key!.kid}`)
  return signToken(createPrivateKey({ key: der!, format: 'der', type: 'pkcs8' }), { kid: key!.kid, ...header }, claims)
}
