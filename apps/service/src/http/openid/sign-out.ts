import type { signOutRoutes } from '@thumbturn/contract/openid/sign-out.ts'
import {
  confirmSignOut,
  openPostedSignOut,
  openSignOut,
  requestSignOut,
  type SignOut,
  sealPostedSignOut,
} from '../../core/flows/authorization/end-session.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import { readBrowserCookie, removeBrowserCookie } from '../browser-cookie.ts'
import type { HandlersOf, PublicCall } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { createTextPage, createTextPolicy, escapeHtml } from './html.ts'

export const signOut = {
  async endSession({ query: { posted, ...sent } }, call) {
    const { core, application } = call
    const parameters = posted === undefined ? sent : await openPostedSignOut(core, application, posted)
    return redirect(call, await requestSignOut(core, application, { parameters, cookie: readCookie(call) }))
  },
  async endSessionPost({ body }, call) {
    const posted = sealPostedSignOut(call.core, call.application, body)
    return new CustomResponse(undefined, { location: createAddress(call, 'end-session', { posted }) })
  },
  async signOutShow({ query: { request } }, { core, application }) {
    const { location } = await openSignOut(core, application, request)
    const headers = { 'content-security-policy': createTextPolicy(["'self'", findOrigin(location)]) }
    return new CustomResponse(createSignOutPage(application.name, request), headers)
  },
  async signOutConfirm({ body: { request } }, call) {
    const { core, application } = call
    const location = await confirmSignOut(core, application, { request, cookie: readCookie(call) })
    return redirect(call, { location, hasEnded: true })
  },
} satisfies HandlersOf<typeof signOutRoutes>

const readCookie = ({ core, application, cookie }: PublicCall) => readBrowserCookie(cookie, application, core.baseUrl)

const createAddress = ({ core, application }: PublicCall, endpoint: string, query: Record<string, string>) =>
  `${createApplicationAddress(application, core.baseUrl)}/openid/${endpoint}?${new URLSearchParams(query)}`

function redirect(call: PublicCall, result: SignOut) {
  if ('ask' in result)
    return new CustomResponse(undefined, { location: createAddress(call, 'sign-out', { request: result.ask }) })
  const { location, hasEnded } = result
  const removed = hasEnded && { 'set-cookie': removeBrowserCookie(call.application, call.core.baseUrl) }
  return new CustomResponse(undefined, { location, ...removed })
}

/** As a policy names where a redirect leads that follows a form: its origin, or the scheme that a native program has for itself. */
const findOrigin = (location: string) => {
  const { origin, protocol } = new URL(location)
  return origin === 'null' ? protocol : origin
}

const createSignOutPage = (application: string, request: string) =>
  createTextPage({
    title: `Sign out of ${application}?`,
    body: `<form method="post" action="sign-out">
<input type="hidden" name="request" value="${escapeHtml(request)}">
<button>Sign out</button>
</form>`,
  })
