import { createDataKey, unwrapDataKey, type WrappedKey, wrapDataKey } from '@thumbturn/web'
import { fromBase64url, toBase64url } from '../bytes.ts'
import { thumbturn } from '../session/thumbturn.ts'

/** Encrypted notes as a backend would store them: nothing in it is readable without a passkey. */
export type Vault = { keys: WrappedKey[]; iv: string; content: string }

/** Notes that a passkey has opened. */
export type OpenVault = { vault: Vault; key: CryptoKey; text: string }

const purpose = 'demo-notes'

/** In this demo, the browser's storage stands for the backend. */
const toStorageKey = (userId: string) => `thumbturn-demo-notes-${userId}`

export function readVault(userId: string): Vault | undefined {
  const stored = localStorage.getItem(toStorageKey(userId))
  return stored === null ? undefined : (JSON.parse(stored) as Vault)
}

export const deleteVault = (userId: string) => localStorage.removeItem(toStorageKey(userId))

const store = (userId: string, vault: Vault) => localStorage.setItem(toStorageKey(userId), JSON.stringify(vault))

/** Creates empty notes that one passkey opens. */
export async function createVault(userId: string, signal: AbortSignal): Promise<OpenVault> {
  const derived = await thumbturn.deriveKey({ purpose, signal })
  const key = await createDataKey()
  return saveNotes(userId, { key, keys: [await wrapDataKey(key, derived)] }, '')
}

/** Opens the notes with one of their passkeys. */
export async function openVault(userId: string, signal: AbortSignal): Promise<OpenVault> {
  const vault = readVault(userId)!
  const credentialIds = vault.keys.map(({ credentialId }) => credentialId)
  const key = await unwrapDataKey(vault.keys, await thumbturn.deriveKey({ purpose, credentialIds, signal }))
  const algorithm = { name: 'AES-GCM', iv: fromBase64url(vault.iv) }
  const text = await crypto.subtle.decrypt(algorithm, key, fromBase64url(vault.content))
  return { vault, key, text: new TextDecoder().decode(text) }
}

/** Encrypts the notes anew. */
export async function saveNotes(
  userId: string,
  { key, keys }: { key: CryptoKey; keys: WrappedKey[] },
  text: string,
): Promise<OpenVault> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  const vault = { keys, iv: toBase64url(iv), content: toBase64url(new Uint8Array(content)) }
  store(userId, vault)
  return { vault, key, text }
}

/** Lets another passkey open the notes: it wraps the same key. */
export async function addPasskeyToVault(
  userId: string,
  { vault, key, text }: OpenVault,
  credentialIds: string[],
): Promise<OpenVault> {
  const wrapped = await wrapDataKey(key, await thumbturn.deriveKey({ purpose, credentialIds }))
  const changed = { ...vault, keys: [...vault.keys, wrapped] }
  store(userId, changed)
  return { vault: changed, key, text }
}
