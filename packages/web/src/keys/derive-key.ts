import { fromBase64url } from '../base64url.ts'
import { readCapabilities } from '../browser/support.ts'
import { runCeremony } from '../ceremonies/ceremony.ts'
import { toAssertionError } from '../ceremonies/ceremony-errors.ts'
import { readOutput, toAssertionResult } from '../ceremonies/credentials.ts'
import type { Client } from '../client/client.ts'
import { decodeToken } from '../client/token.ts'
import { PasskeyError } from '../errors.ts'
import { listPasskeys, type TokenOption } from '../passkeys/passkeys.ts'
import type { PasskeyHint } from '../types.ts'

/** Options of a derived key. */
export interface DeriveKeyOptions extends TokenOption {
  /** The purpose of the key, such as `notes`: each purpose has a key of its own. */
  purpose: string
  /**
   * Credential IDs (base64url) of the passkeys that can be used, such as those you wrapped a data key for. By default,
   * the passkeys of the signed-in user, which are requested from the service.
   */
  credentialIds?: string[] | undefined
  /** By default, that of the stored token, or else the domain of the page. */
  rpId?: string | undefined
  hints?: PasskeyHint[] | undefined
  /** Aborts the ceremony. */
  signal?: AbortSignal | undefined
}

/** A key, and the passkey that it was derived from: another passkey of the same user derives another key. */
export interface DerivedKey {
  /** AES-GCM, 256 bits, not extractable; encrypts, decrypts, wraps, and unwraps. */
  key: CryptoKey
  /** base64url. */
  credentialId: string
}

/** Input of the passkey's function, the same for all purposes (WebAuthn Level 3 §10.1.4). Changing it loses all keys. */
const input = 'thumbturn derive-key v1'

const toBytes = (text: string) => new TextEncoder().encode(text)

/** Whether the browser can derive keys from passkeys; whether a passkey can, only deriveKey shows. */
export async function isKeyDerivationAvailable(): Promise<boolean> {
  return (await readCapabilities())?.['extension:prf'] === true
}

/**
 * Derives a key from a passkey, with one dialog. The same passkey and purpose always give the same key, on each device that
 * the passkey is synced to. Nothing secret leaves the device. A user who loses the passkey loses the key: wrap a data key
 * for at least two (wrapDataKey).
 * @throws PasskeyError ERROR_KEY_UNAVAILABLE if the passkey derives no keys; ERROR_NO_PASSKEY if none is listed; others if
 * the ceremony ends without an assertion
 * @throws ApiError if the passkeys are listed, and the service rejects the call or is unreachable
 */
export async function deriveKey(client: Client, options: DeriveKeyOptions): Promise<DerivedKey> {
  const { purpose, token, rpId = decodeToken(token ?? client.tokenStore.get())?.rpId } = options
  return runCeremony(options.signal, {
    ask: async (signal) => {
      const ids =
        options.credentialIds ?? (await listPasskeys(client, { token })).map(({ credentialId }) => credentialId)
      if (!ids.length) throw new PasskeyError('ERROR_NO_PASSKEY', undefined, 'No passkey to derive a key from')
      return requestSecret(ids, { ...options, rpId, signal })
    },
    complete: async ({ secret, credentialId }) => ({ key: await expand(secret, purpose), credentialId }),
  })
}

/** @throws PasskeyError if the ceremony ends without an assertion, or the passkey derives no keys */
async function requestSecret(
  ids: string[],
  { rpId, hints, signal }: Pick<DeriveKeyOptions, 'rpId' | 'hints' | 'signal'>,
) {
  const publicKey = {
    ...(rpId && { rpId }),
    ...(Array.isArray(hints) && { hints }),
    // Nothing verifies the signature: only the output of the function is used.
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    allowCredentials: ids.map((id) => ({ type: 'public-key' as const, id: fromBase64url(id) })),
    // A security key has another secret without user verification.
    userVerification: 'required' as const,
    extensions: { prf: { eval: { first: toBytes(input) } } },
  }
  try {
    const credential = await navigator.credentials.get({ publicKey, signal })
    const secret = readOutput(credential, (outputs) => outputs.prf?.results?.first)
    if (!secret) throw createUnavailableError()
    return { secret, credentialId: toAssertionResult(credential).credentialId }
  } catch (cause) {
    throw toAssertionError(cause, rpId)
  }
}

const createUnavailableError = () =>
  new PasskeyError(
    'ERROR_KEY_UNAVAILABLE',
    undefined,
    'This passkey derives no keys: add prf to the setting extensions, and offer another passkey',
  )

/** HKDF (RFC 5869) with SHA-256, no salt, and the purpose as info. */
async function expand(secret: BufferSource, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = toBytes(`${input}: ${purpose}`)
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  const usages: KeyUsage[] = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']
  return crypto.subtle.deriveKey(algorithm, material, { name: 'AES-GCM', length: 256 }, false, usages)
}
