import { createPublicKey } from 'node:crypto'
import { createDecoder, createVerifier } from 'fast-jwt'
import { badRequest } from '../core/errors.ts'
import type { DeviceKey } from '../core/model/authorization/browser-session.ts'
import type { DeviceProofs, VerifiedDeviceProof } from '../core/ports/device-proofs.ts'

/** A challenge and a key of P-256 need less. */
const longest = 4_096

/** Proofs of DBSC: JWTs of the type `dbsc+jwt`, whose `jti` is the challenge. */
export const deviceProofs: DeviceProofs = {
  verify(proof, known) {
    try {
      return verify(proof, known)
    } catch (error) {
      throw badRequest('The proof of the device is not valid', error)
    }
  },
}

type Header = { typ?: unknown; jwk?: { kty?: unknown; crv?: unknown; x?: unknown; y?: unknown } }

const decode = createDecoder({ complete: true })

function verify(proof: string, known: DeviceKey | undefined): VerifiedDeviceProof {
  if (proof.length > longest) throw new Error(`It has more than ${longest} characters`)
  const { header } = decode(proof) as { header: Header }
  if (header.typ !== 'dbsc+jwt') throw new Error('Its typ is that of another kind of token')
  const key = known ?? readKey(header)
  const { jti } = createVerifier({ key: toPem(key), algorithms: ['ES256'] })(proof) as { jti?: unknown }
  if (typeof jti !== 'string') throw new Error('It has no challenge')
  return { key, challenge: jti }
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
