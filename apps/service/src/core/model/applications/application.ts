import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { SigningAlgorithm } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import { notFound } from '../../errors.ts'

/**
 * A tenant: its users, passkeys, and keys are invisible to every other application. Times are milliseconds since 1970.
 */
export type Application = {
  id: string
  name: string
  /** The RP ID that its passkeys are bound to: a domain, no scheme, no port. */
  rpId: string
  /** Exact origins that can use its passkeys. */
  origins: readonly string[]
  /** The public address of its API; by default the installation's address with /apps/<id>. */
  baseUrl: string | undefined
  settings: ApplicationSettings
  /** When the last token expires that was issued with longer lifetimes than `settings` has now. */
  tokensUntil: number | undefined
  createdAt: number
  /** Adding or retiring a key changes the application too. */
  updatedAt: number
  /** Raised by every change; of two changes of any applications, the later one has the higher version. */
  version: number
}

/** The latest change of an application; `application` is undefined if it was deleted. */
export type ApplicationChange = { id: string; version: number; application: Application | undefined }

/** The public half of a signing key (RFC 7518 §6.2.1, §6.3.1): on P-256 for ES256, of 2048 bits for RS256. */
export type SigningJwk = EcJwk | RsaJwk
type EcJwk = { kty: 'EC'; crv: string; x: string; y: string }
type RsaJwk = { kty: 'RSA'; n: string; e: string }

/** A signing key, whose algorithm its type determines. The private half is sealed under the master key. */
export type SigningKey = {
  appId: string
  /** RFC 7638 thumbprint of the public key. */
  kid: string
  publicJwk: SigningJwk
  sealedPrivateKey: string
  createdAt: number
  retiredAt: number | undefined
}

/** The only algorithm that a key signs with. */
export const findAlgorithm = ({ publicJwk }: Pick<SigningKey, 'publicJwk'>): SigningAlgorithm =>
  publicJwk.kty === 'RSA' ? 'RS256' : 'ES256'

/** A change of an application's keys. */
export type KeyChange = { add: SigningKey } | { retire: { kid: string; at: number } }

/** The fields that an administrator sets, with each setting as a field of its own. */
export const listFields = ({ name, rpId, origins, baseUrl, settings }: Application) => ({
  name,
  rpId,
  origins,
  baseUrl,
  ...Object.fromEntries(Object.entries(settings).map(([setting, value]) => [`settings.${setting}`, value])),
})

export const unknownApplication = (id: string) => notFound(`There is no application ${id}`)
