import { createDataKey, unwrapDataKey, type WrappedKey, wrapDataKey } from '@thumbturn/web'
import { thumbturn } from './thumbturn.ts'

const purpose = 'notes'

/** The data that your backend stores: it can't read any of it. */
export type Vault = { keys: WrappedKey[]; iv: number[]; content: number[] }

// #region create
export async function createVault(text: string): Promise<Vault> {
  const derived = await thumbturn.deriveKey({ purpose })
  const key = await createDataKey()
  return { keys: [await wrapDataKey(key, derived)], ...(await encrypt(key, text)) }
}
// #endregion

// #region open
export async function openVault(vault: Vault): Promise<{ key: CryptoKey; text: string }> {
  const credentialIds = vault.keys.map(({ credentialId }) => credentialId)
  const key = await unwrapDataKey(vault.keys, await thumbturn.deriveKey({ purpose, credentialIds }))
  const algorithm = { name: 'AES-GCM', iv: Uint8Array.from(vault.iv) }
  const text = await crypto.subtle.decrypt(algorithm, key, Uint8Array.from(vault.content))
  return { key, text: new TextDecoder().decode(text) }
}
// #endregion

// #region add
export async function addPasskey(vault: Vault, key: CryptoKey): Promise<Vault> {
  const known = new Set(vault.keys.map(({ credentialId }) => credentialId))
  const passkeys = await thumbturn.listPasskeys()
  const credentialIds = passkeys.map(({ credentialId }) => credentialId).filter((id) => !known.has(id))
  const derived = await thumbturn.deriveKey({ purpose, credentialIds })
  return { ...vault, keys: [...vault.keys, await wrapDataKey(key, derived)] }
}
// #endregion

// #region openers
/** How many passkeys open the data. At 1, urge the user to add another; at 0, the data is lost. */
export async function countOpeners(vault: Vault): Promise<number> {
  const ids = new Set((await thumbturn.listPasskeys()).map(({ credentialId }) => credentialId))
  return vault.keys.filter(({ credentialId }) => ids.has(credentialId)).length
}
// #endregion

// #region encrypt
async function encrypt(key: CryptoKey, text: string): Promise<Pick<Vault, 'iv' | 'content'>> {
  const iv = crypto.getRandomValues(new Uint8Array(12)) // a new one each time
  const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return { iv: [...iv], content: [...new Uint8Array(content)] }
}
// #endregion
