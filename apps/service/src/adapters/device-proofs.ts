import { createPublicKey } from 'node:crypto'
import { createDecoder, createVerifier } from 'fast-jwt'
import { badRequest } from '../core/errors.ts'
import type { DeviceKey } from '../core/model/authorization/browser-session.ts'
import type { DeviceProofs } from '../core/ports/device-proofs.ts'

/** A challenge and a key of P-256 need less. */
const longest = 4_096

/** Proofs of DBSC: JWTs of the type `dbsc+jwt`, whose `jti` is the challenge. */
export const deviceProofs: DeviceProofs = {
  readChallenge: (proof) => attempt(() => read(proof).challenge),
  readNewKey: (proof) => attempt(() => readNewKey(proof)),
  requireKey: (proof, key) => attempt(() => requireKey(proof, key)),
}

function attempt<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw badRequest('The proof of the device is not valid', error)
  }
}

type Header = { typ?: unknown; jwk?: { kty?: unknown; crv?: unknown; x?: unknown; y?: unknown } }

const decode = createDecoder({ complete: true })

function read(proof: string): { header: Header; challenge: string } {
  if (proof.length > longest) throw new Error(`It has more than ${longest} characters`)
  const { header, payload } = decode(proof) as { header: Header; payload: { jti?: unknown } }
  if (header.typ !== 'dbsc+jwt') throw new Error('Its typ is that of another kind of token')
  if (typeof payload.jti !== 'string') throw new Error('It has no challenge')
  return { header, challenge: payload.jti }
}

function readNewKey(proof: string): DeviceKey {
  const key = readKey(read(proof).header)
  requireKey(proof, key)
  return key
}

function requireKey(proof: string, key: DeviceKey): void {
  createVerifier({ key: toPem(key), algorithms: ['ES256'] })(proof)
}

function readKey({ jwk: { kty, crv, x, y } = {} }: Header): DeviceKey {
  if (kty === 'EC' && crv === 'P-256' && typeof x === 'string' && typeof y === 'string') return { x, y }
  throw new Error('Its header has no key of P-256')
}

/** @throws Error if the point isn't on the curve */
const toPem = ({ x, y }: DeviceKey): string =>
  createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    .export({ format: 'pem', type: 'spki' })
    .toString()
