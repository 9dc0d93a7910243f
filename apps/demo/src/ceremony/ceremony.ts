import { fromBase64url, toHex } from '../bytes.ts'
import { type AuthenticatorData, readAuthenticatorData } from './authenticator-data.ts'
import type { CeremonyOptions, CeremonyResponse } from './exchange.ts'
import { isSignatureValid } from './signature.ts'

/** An accepted ceremony, decoded. `send` repeats the request that completed it. */
export type Ceremony = {
  kind: 'registration' | 'authentication'
  asked: CeremonyOptions
  answered: CeremonyResponse
  clientData: { type: string; challenge: string; origin: string; crossOrigin?: boolean }
  authenticator: AuthenticatorData
  /** SHA-256 of the RP ID, hexadecimal. */
  rpIdHash: string
  /** Whether this page verified the signature, too; undefined if it doesn't have the public key. */
  signatureHolds?: boolean
  send: { url: string; body: string }
}

/** Decodes a ceremony and repeats the checks that a page can do. */
export async function inspectCeremony(seen: Pick<Ceremony, 'kind' | 'asked' | 'answered' | 'send'>): Promise<Ceremony> {
  const { asked, answered } = seen
  const clientData = JSON.parse(new TextDecoder().decode(fromBase64url(answered.clientDataJSON)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(asked.rpId))
  return {
    ...seen,
    clientData,
    authenticator: readAuthenticatorData(fromBase64url(answered.authenticatorData)),
    rpIdHash: toHex(new Uint8Array(digest)),
    signatureHolds: await isSignatureValid(answered),
  }
}
