import { ApiError, Thumbturn, ThumbturnMfa } from '@thumbturn/web'
import { keepSession } from '../../session/keep.ts'
import { surroundings } from '../../surroundings.ts'

const { service, appId } = surroundings

export const { tokenStore, endSession, useSession } = keepSession(appId)

const options = { baseUrl: `${service}/apps/${appId}`, appId, tokenStore }

/** The SDK: passkeys, transactions and codes. */
export const thumbturn = new Thumbturn(options)

/** The SDK: sign-ins of several factors. */
export const mfa = new ThumbturnMfa(options)

/**
 * A call to the bank's own backend, with the token of whoever is signed in.
 * @throws ApiError as the SDK does, so that failures look the same
 */
export async function callBank<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const headers = { ...authorization(), ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(unreachable)
  const text = await answer.text()
  const said = text ? JSON.parse(text) : undefined
  if (answer.ok) return said
  if (answer.status === 401) endSession('refused')
  throw new ApiError({ status: answer.status, msg: said.message, msgCode: said.code ?? '', body: said })
}

function authorization(): { authorization?: string } {
  const token = tokenStore.get()
  return token ? { authorization: `Bearer ${token}` } : {}
}

function unreachable(cause: unknown): never {
  throw new ApiError({ status: 0, msg: 'The bank does not answer', msgCode: 'unreachable' }, cause)
}
