import { ApiError, authenticateWithPasskey, type Client, getSessionInfo } from '@thumbturn/web'
import { applicationUrl } from '../address.ts'
import { CallError } from '../api/call.ts'
import type { Account } from './account.ts'

type User = Account['user']

/** A token can be used for a while; near its end, the user signs in again. */
const spareMs = 30_000

/** A token of a sign-in that happens now. @throws PasskeyError ApiError as the sign-in does */
export async function createFreshToken(client: Client, { username }: User): Promise<string> {
  const result = await authenticateWithPasskey(client, username)
  if (result.isAuthenticated) return result.token
  throw new CallError(403, 'no_passkey', 'The user has no passkey here')
}

/** The token of a sign-in on this page, or of one that happens now. @throws as createFreshToken does */
export async function ensureToken(client: Client, user: User): Promise<string> {
  const session = getSessionInfo(client)
  const isUsable = session?.id === user.id && Number(session.expiresAt ?? 0) - Date.now() > spareMs
  return (isUsable && client.tokenStore.get()) || createFreshToken(client, user)
}

type ApiCall = { method: 'POST' | 'DELETE'; path: string; body: object; token?: string | undefined }

/** Calls the API of the service, as the user. @throws ApiError in words for the user · CallError without a response */
export async function callApi({ method, path, body, token }: ApiCall): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${applicationUrl}fido2/v2${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  }).catch((error: unknown) => Promise.reject(new CallError(0, 'unreachable', String(error))))
  if (response.ok) return
  const content = (await response.json().catch(() => ({}))) as Partial<ConstructorParameters<typeof ApiError>[0]>
  throw new ApiError({ msg: '', msgCode: 'not_a_service', ...content, status: response.status })
}
