import { Thumbturn, ThumbturnMfa } from '@thumbturn/web'
import { type Call, callBackend } from '../../backend.ts'
import { pageContext } from '../../page-context.ts'
import { keepSession } from '../../session/keep.ts'

const { service, appId } = pageContext

export const { tokenStore, endSession, whileSignedIn, useSession } = keepSession(appId)

const options = { baseUrl: `${service}/apps/${appId}`, appId, tokenStore }

/** The SDK: passkeys, transactions and codes. */
export const thumbturn = new Thumbturn(options)

/** The SDK: sign-ins of several factors. */
export const mfa = new ThumbturnMfa(options)

/**
 * A call to the bank's own backend, with the token of whoever is signed in.
 * @throws ApiError as the SDK does, so that failures look the same
 */
export const callBank = <Answer>(method: Call['method'], path: string, body?: object): Promise<Answer> =>
  whileSignedIn(callBackend<Answer>('The bank does not answer', { method, path, body, token: tokenStore.get() }))
