import type { Client } from './client.ts'
import { callService } from './http.ts'
import { canSignalAccepted, signalAccepted, watchRegistrations } from './signals.ts'
import { decodeToken, readToken } from './token.ts'
import type { Passkey } from './types.ts'
import type { PasskeyList, RenameBody } from './wire.ts'

/** Authenticates a call in place of the stored token. */
export interface TokenOption {
  /** Token with passkey:read or passkey:write that your backend was granted. */
  token?: string | undefined
}

/** The new name of a passkey. */
export interface RenameOptions extends TokenOption {
  name: string
}

interface ListOptions extends TokenOption {
  signal?: AbortSignal | undefined
  /** Credential ID that a complete list must contain. */
  including?: string | undefined
}

/** Lists the passkeys of the signed-in user, and lets the browser hide the ones that were deleted. */
export function listPasskeys(client: Client, options: TokenOption = {}): Promise<Passkey[]> {
  return listAndSignal(client, options)
}

/** Renames a passkey, and lets the browser hide passkeys that were deleted elsewhere. */
export async function renamePasskey(
  client: Client,
  id: string,
  { name, token = readToken(client) }: RenameOptions,
): Promise<void> {
  const body: RenameBody = { name }
  await callService(client, { method: 'PUT', path: toPasskeyPath(id), body, token })
  await signalRemaining(client, { token })
}

/** Deletes a passkey from the service and lets the browser hide it. */
export async function deletePasskey(client: Client, id: string, options: TokenOption = {}): Promise<void> {
  const token = options.token ?? readToken(client)
  // A token ends with its passkey, so the remaining passkeys must be listed before.
  const ends = canSignalAccepted() && decodeToken(token)?.credID === id
  const isCurrent = watchRegistrations()
  const listed = ends ? await fetchList(client, { token }).catch(() => undefined) : undefined
  await callService(client, { method: 'DELETE', path: toPasskeyPath(id), token })
  if (!ends) return signalRemaining(client, { token })
  const remaining = listed?.filter((passkey) => passkey.id !== id)
  if (remaining && isCurrent()) await signalAccepted(token, remaining)
}

/**
 * Lets the browser hide passkeys that were deleted elsewhere. Never fails. Without the Signal API it makes no call;
 * otherwise it takes at most a second. Callers await it, because pages often navigate right after a sign-in.
 */
export async function signalRemaining(client: Client, listing: ListOptions): Promise<void> {
  if (!canSignalAccepted()) return
  await listAndSignal(client, { ...listing, signal: AbortSignal.timeout(1000) }).catch(() => {})
}

async function listAndSignal(client: Client, { token, signal, including }: ListOptions): Promise<Passkey[]> {
  const used = token ?? readToken(client)
  const isCurrent = watchRegistrations()
  const passkeys = await fetchList(client, { token: used, signal })
  const complete = !including || passkeys.some(({ credentialId }) => credentialId === including)
  if (complete && isCurrent()) await signalAccepted(used, passkeys)
  return passkeys
}

const fetchList = (client: Client, { token, signal }: ListOptions) =>
  callService<PasskeyList>(client, { method: 'GET', path: '/passkeys', token, signal })

const toPasskeyPath = (id: string) => `/passkeys/${encodeURIComponent(id)}`
