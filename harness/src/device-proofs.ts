import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Answer, Service } from './service.ts'

// The browser's part of Device Bound Session Credentials (DBSC).

/** A key of a device, as a browser has one. */
export const createDeviceKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

export type DeviceKeyPair = ReturnType<typeof createDeviceKey>

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A JWT that a key signs with ES256. */
export function signJwt(key: KeyObject, header: object, claims: object): string {
  const text = `${encode({ alg: 'ES256', ...header })}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

export const signProof = (key: KeyObject, header: object, claims: object): string =>
  signJwt(key, { typ: 'dbsc+jwt', ...header }, claims)

/** A proof with a new key, as for a registration. */
export const proveNew = ({ privateKey, publicKey }: DeviceKeyPair, challenge: string, header: object = {}) =>
  signProof(privateKey, { jwk: publicKey.export({ format: 'jwk' }), ...header }, { jti: challenge })

/** A proof with the key of a session. */
export const proveKnown = ({ privateKey }: DeviceKeyPair, challenge: string) =>
  signProof(privateKey, {}, { jti: challenge })

/** The paths of the hosted pages' calls of the application `demo`. */
const pages = '//apps/demo/openid/pages'

/** Binds a session of the hosted pages, as the browser does automatically. */
export const bindDevice = ({ ask }: Service, proof: string): Promise<Answer> =>
  ask('POST', `${pages}/device-binding`, { headers: { 'secure-session-response': proof } })

/** Asks for the second cookie of a session of the hosted pages, with the response to a challenge if there is one. */
export const renewDevice = ({ ask }: Service, id: string, proof?: string): Promise<Answer> =>
  ask('POST', `${pages}/device-binding/renew`, {
    headers: { 'sec-secure-session-id': id, ...(proof !== undefined && { 'secure-session-response': proof }) },
  })

/** The challenge in a header that offers to bind a session, or asks for a proof. */
export const readChallenge = (text: string) =>
  /challenge="([^"]+)"/.exec(text)?.[1] ?? /^"([^"]+)"/.exec(text)?.[1] ?? ''

/** Proofs with a new key that every endpoint must reject. */
export function listInvalidProofs(key: DeviceKeyPair, challenge: string): string[] {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return [
    'no token',
    proveNew(key, challenge, { typ: 'JWT' }),
    proveNew(key, challenge, { jwk: undefined }),
    proveNew(key, challenge, { jwk: publicKey.export({ format: 'jwk' }) }),
    proveNew(key, challenge, { jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }),
    proveNew(key, challenge, { alg: 'none' }),
    signProof(createDeviceKey().privateKey, { jwk: key.publicKey.export({ format: 'jwk' }) }, { jti: challenge }),
    signProof(key.privateKey, { jwk: key.publicKey.export({ format: 'jwk' }) }, {}),
  ]
}
