import { hash, sign } from 'node:crypto'
import { type CborValue, type CreationResult, encodeCbor } from '@thumbturn/testkit'
import type { Party } from './metadata-service.ts'

/** The same registration with a packed statement signed by that attestation key (WebAuthn §8.2). */
export function attestPacked(result: CreationResult, { privateKey, der }: Party): CreationResult {
  const authData = Buffer.from(result.authenticatorData, 'base64url')
  const clientDataHash = hash('sha256', Buffer.from(result.clientDataJSON, 'base64url'), 'buffer')
  const sig = sign('sha256', Buffer.concat([authData, clientDataHash]), privateKey)
  const attStmt = new Map<string, CborValue>(Object.entries({ alg: -7, sig, x5c: [der] }))
  const object = new Map<string, CborValue>(Object.entries({ fmt: 'packed', attStmt, authData }))
  return { ...result, attestationObject: encodeCbor(object).toString('base64url') }
}
