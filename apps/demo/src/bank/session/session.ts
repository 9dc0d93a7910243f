import { Thumbturn, ThumbturnMfa } from '@thumbturn/web'
import { type Call, callBackend } from '../../backend.ts'
import { pageContext } from '../../page-context.ts'
import { createSession } from '../../session/create-session.ts'

const { service, appId } = pageContext

export const { tokenStore, endSession, whileSignedIn, useSession } = createSession(appId)

const options = { baseUrl: `${service}/apps/${appId}`, appId, tokenStore }

/** SDK client for passkeys, transactions, and codes. */
export const thumbturn = new Thumbturn(options)

/** SDK client for multi-factor flows. */
export const mfa = new ThumbturnMfa(options)

/**
 * Calls the bank's own backend with the token of the signed-in user.
 * @throws ApiError like the SDK, so that errors look the same
 */
export const callBank = <Answer>(method: Call['method'], path: string, body?: object): Promise<Answer> =>
  whileSignedIn(callBackend<Answer>('The bank isn’t responding', { method, path, body, token: tokenStore.get() }))
