import { fromBase64url, toBase64url } from '../base64url.ts'
import { PasskeyError } from '../errors.ts'
import type { DerivedKey } from './derive-key.ts'

/** A data key that one passkey can open. JSON to store with the encrypted data; all values are base64url. */
export interface WrappedKey {
  credentialId: string
  iv: string
  wrappedKey: string
}

const dataKey = { name: 'AES-GCM', length: 256 } as const
const usages: KeyUsage[] = ['encrypt', 'decrypt']

/** Creates the key that encrypts the data (AES-GCM, 256 bits). It's extractable, so that it can be wrapped. */
export const createDataKey = (): Promise<CryptoKey> => crypto.subtle.generateKey(dataKey, true, usages)

/** Wraps a data key for one passkey. Do it for at least two: a user who loses all of them loses the data. */
export async function wrapDataKey(key: CryptoKey, { key: wrapping, credentialId }: DerivedKey): Promise<WrappedKey> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const wrapped = await crypto.subtle.wrapKey('raw', key, wrapping, toAlgorithm(iv, credentialId))
  return { credentialId, iv: toBase64url(iv.buffer), wrappedKey: toBase64url(wrapped) }
}

/**
 * Opens the data key with the passkey that it was wrapped for.
 * @throws PasskeyError ERROR_KEY_UNAVAILABLE if it wasn't wrapped for this passkey, or was changed
 */
export async function unwrapDataKey(keys: readonly WrappedKey[], derived: DerivedKey): Promise<CryptoKey> {
  const found = keys.find(({ credentialId }) => credentialId === derived.credentialId)
  try {
    const { iv, wrappedKey, credentialId } = found!
    const algorithm = toAlgorithm(fromBase64url(iv), credentialId)
    return await crypto.subtle.unwrapKey(
      'raw',
      fromBase64url(wrappedKey),
      derived.key,
      algorithm,
      dataKey,
      true,
      usages,
    )
  } catch (cause) {
    throw new PasskeyError('ERROR_KEY_UNAVAILABLE', cause, 'The data key is not wrapped for this passkey')
  }
}

/** A key that was wrapped for one passkey can't be passed off as that of another. */
const toAlgorithm = (iv: BufferSource, credentialId: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(credentialId),
})
