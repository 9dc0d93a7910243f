import { authorizationRoutes } from '@thumbturn/contract/openid/authorization.ts'
import { AppError } from '../../core/errors.ts'
import { authorize, type SealedRequest, sealRequest } from '../../core/flows/authorization/authorize.ts'
import { pushRequest } from '../../core/flows/authorization/push.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import { UnregisteredRedirectUri } from '../../core/model/authorization/redirect-uri.ts'
import { readBrowserCookies } from '../browser-cookie.ts'
import type { HandlersOf, PublicCall } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { createEndpointCall } from './endpoint-call.ts'

/** `command`: how an operator calls the command line. */
export type AuthorizationOptions = { mode: 'development' | 'production'; command: string }

const redirect = (location: string) => new CustomResponse(undefined, { location })

export const authorization = (options: AuthorizationOptions) =>
  ({
    pushedAuthorization: ({ body: fields }, call) =>
      pushRequest(call.core, call.application, {
        fields,
        call: createEndpointCall(call, authorizationRoutes.pushedAuthorization.path),
      }),
    async authorize({ query: parameters }, { core, application, cookie: header }) {
      const cookies = readBrowserCookies(header, application, core.baseUrl)
      return redirect(await explained(authorize(core, application, { parameters, cookies }), application, options))
    },
    async authorizePost({ body }, { core, application }) {
      const sealed = await explained(sealRequest(core, application, body ?? {}), application, options)
      return redirect('location' in sealed ? sealed.location : createAddress(core, application, sealed))
    },
  }) satisfies HandlersOf<typeof authorizationRoutes>

/** The same endpoint with a `request_uri` (RFC 9126 §4). */
function createAddress(
  { baseUrl }: PublicCall['core'],
  application: PublicCall['application'],
  { clientId, requestUri }: Exclude<SealedRequest, { location: string }>,
): string {
  const query = new URLSearchParams({ client_id: clientId, request_uri: requestUri })
  return `${createApplicationAddress(application, baseUrl)}/openid/authorize?${query}`
}

/** One word of a shell, whatever it contains: a request can come from anyone. */
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** In development, the page about an unregistered redirect URI says how to register it. */
const explained = <T>(
  responding: Promise<T>,
  { id }: PublicCall['application'],
  { mode, command }: AuthorizationOptions,
): Promise<T> =>
  responding.catch((error: unknown) => {
    const { cause, message, code } = error as AppError
    if (mode !== 'development' || !(cause instanceof UnregisteredRedirectUri)) throw error
    const { clientId, wanted } = cause
    const advice = `${command} client set ${id} ${clientId}${wanted.map((uri) => ` --redirect-uri ${quote(uri)}`).join('')}`
    throw new AppError(code, `${message}. To register it, run: ${advice}`, { cause })
  })
