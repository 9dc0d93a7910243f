import type { signOutRoutes } from '@thumbturn/contract/openid/sign-out.ts'
import {
  openPostedSignOut,
  requestSignOut,
  type SignOut,
  sealPostedSignOut,
} from '../../core/flows/authorization/end-session.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import { readBrowserCookies, removeBrowserCookie } from '../browser-cookie.ts'
import type { HandlersOf, PublicCall } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'

export const signOut = {
  async endSession({ query: { posted, ...sent } }, call) {
    const { core, application } = call
    const parameters = posted === undefined ? sent : await openPostedSignOut(core, application, posted)
    return redirect(call, await requestSignOut(core, application, { parameters, cookies: readCookies(call) }))
  },
  async endSessionPost({ body }, call) {
    const posted = sealPostedSignOut(call.core, call.application, body)
    return new CustomResponse(undefined, { location: createAddress(call, 'openid/end-session', { posted }) })
  },
} satisfies HandlersOf<typeof signOutRoutes>

const readCookies = ({ core, application, cookie }: PublicCall) => readBrowserCookies(cookie, application, core.baseUrl)

const createAddress = ({ core, application }: PublicCall, path: string, query: Record<string, string>) =>
  `${createApplicationAddress(application, core.baseUrl)}/${path}?${new URLSearchParams(query)}`

function redirect(call: PublicCall, result: SignOut) {
  if ('ask' in result)
    return new CustomResponse(undefined, { location: createAddress(call, 'sign-out/', { sign_out: result.ask }) })
  const { location, hasEnded } = result
  const removed = hasEnded && { 'set-cookie': removeBrowserCookie(call.application, call.core.baseUrl) }
  return new CustomResponse(undefined, { location, ...removed })
}
