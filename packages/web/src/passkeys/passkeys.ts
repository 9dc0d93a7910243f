import { canSignal, signal } from '../browser/platform.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import { decodeToken, readToken } from '../client/token.ts'
import type { PasskeyList, RenameBody } from '../client/wire.ts'
import type { Passkey } from '../types.ts'
import { watchRegistrations } from './registrations.ts'

/** Authenticates a call in place of the stored token. */
export interface TokenOption {
  /** Token with passkey:read or passkey:write that your backend was granted. */
  token?: string | undefined
}

/** The new name of a passkey. */
export interface RenameOptions extends TokenOption {
  name: string
}

/** Lists the passkeys of the signed-in user, and lets the browser hide the ones that were deleted. */
export async function listPasskeys(
  client: Client,
  { token = readToken(client) }: TokenOption = {},
): Promise<Passkey[]> {
  const isCurrent = watchRegistrations()
  const passkeys = await fetchList(client, token)
  if (isCurrent()) await signal(client, ({ signalAccepted }) => signalAccepted(token, passkeys))
  return passkeys
}

/** Renames a passkey, and lets the browser hide passkeys that were deleted elsewhere. */
export async function renamePasskey(
  client: Client,
  id: string,
  { name, token = readToken(client) }: RenameOptions,
): Promise<void> {
  const body: RenameBody = { name }
  await callService(client, { method: 'PUT', path: toPasskeyPath(id), body, token })
  await signal(client, ({ signalRemaining }) => signalRemaining(client, { token }))
}

/** Deletes a passkey from the service and lets the browser hide it. */
export async function deletePasskey(client: Client, id: string, options: TokenOption = {}): Promise<void> {
  const token = options.token ?? readToken(client)
  // A token ends with its passkey, so the remaining passkeys must be listed before.
  const ends = canSignal(client) && decodeToken(token)?.credID === id
  const isCurrent = watchRegistrations()
  const listed = ends ? await fetchList(client, token).catch(() => undefined) : undefined
  await callService(client, { method: 'DELETE', path: toPasskeyPath(id), token })
  if (!ends) return signal(client, ({ signalRemaining }) => signalRemaining(client, { token }))
  const remaining = listed?.filter((passkey) => passkey.id !== id)
  if (remaining && isCurrent()) await signal(client, ({ signalAccepted }) => signalAccepted(token, remaining))
}

const fetchList = (client: Client, token: string | undefined) =>
  callService<PasskeyList>(client, { method: 'GET', path: '/passkeys', token })

const toPasskeyPath = (id: string) => `/passkeys/${encodeURIComponent(id)}`
