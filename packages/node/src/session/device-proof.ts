import { decodeJwt, EmbeddedJWK, importJWK, type JWK, jwtVerify } from 'jose'
import type { DeviceKey } from './content.ts'

// A browser's proof that it has the key of a device: a JWT whose `jti` is the challenge (DBSC §9.10).

/** A challenge and a key of P-256 need less. */
const longest = 4_096

const checks = { algorithms: ['ES256'], typ: 'dbsc+jwt' }

/** The challenge that a proof answers, before its signature is verified; empty if it has none. */
export function readChallenge(proof: string): string {
  if (proof.length > longest) return ''
  try {
    return String(decodeJwt(proof).jti)
  } catch {
    return ''
  }
}

/** The key that signed a proof: the known one, or a new one that the proof contains; undefined if it isn't valid. */
export async function verifyProof(proof: string, known: DeviceKey | undefined): Promise<DeviceKey | undefined> {
  try {
    if (known) await jwtVerify(proof, await importJWK({ kty: 'EC', crv: 'P-256', ...known }, 'ES256'), checks)
    return known ?? toDeviceKey((await jwtVerify(proof, EmbeddedJWK, checks)).protectedHeader.jwk)
  } catch {
    return undefined
  }
}

const toDeviceKey = (jwk: JWK | undefined) => {
  const { x, y } = jwk as DeviceKey
  return { x, y }
}
