import { hostedApi } from '@thumbturn/contract/hosted/api.ts'
import type { deviceBindingRoutes } from '@thumbturn/contract/hosted/device-binding.ts'
import type { Core } from '../../core/core.ts'
import { badRequest } from '../../core/errors.ts'
import {
  type Binding,
  bindSession,
  renewBinding,
  toDeviceSessionId,
} from '../../core/flows/authorization/device-binding.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import type { Application } from '../../core/model/applications/application.ts'
import type { BrowserSession } from '../../core/model/authorization/browser-session.ts'
import { describeBindingCookie, keepBindingCookie } from '../browser-cookie.ts'
import type { HandlersOf } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'

const path = `${hostedApi.basePath}/device-binding`

/** The calls that a browser itself makes to bind a session to its device. */
export const deviceBinding = {
  async deviceBind(_, { core, application, deviceProof }) {
    if (deviceProof === undefined) throw badRequest('The header Secure-Session-Response is missing')
    const bound = await bindSession(core, application, deviceProof)
    return bound ? instruct(core, application, bound) : ended
  },
  async deviceBindingRenew(_, { core, application, deviceSessionId, deviceProof: proof }) {
    const renewal = await renewBinding(core, application, { deviceSessionId, proof })
    if (!renewal) return ended
    if ('session' in renewal) return instruct(core, application, renewal)
    const challenge = `${quote(renewal.challenge)};id=${quote(deviceSessionId!)}`
    return new CustomResponse({}, { 'secure-session-challenge': challenge }, 403)
  },
} satisfies HandlersOf<typeof deviceBindingRoutes>

/** Tells the browser to forget the session. */
const ended = { continue: false }

/** A text in a structured field (RFC 9651 §3.3.3). */
const quote = (text: string) => JSON.stringify(text)

/** The header by which the browser is offered to bind a new session. Browsers do so over TLS only. */
export function offerBinding(core: Core, application: Application, challenge: string): Record<string, string> {
  const { protocol, pathname } = new URL(`${createApplicationAddress(application, core.baseUrl)}${path}`)
  if (protocol !== 'https:') return {}
  return { 'secure-session-registration': `(ES256);path=${quote(pathname)};challenge=${quote(challenge)}` }
}

type BoundCookie = { session: BrowserSession; binding: Binding }

/** Tells the browser for which requests it needs the second cookie, and where it renews that. */
function instruct(core: Core, application: Application, { session, binding }: BoundCookie): CustomResponse {
  const { baseUrl } = core
  const address = new URL(createApplicationAddress(application, baseUrl))
  const instructions = {
    session_identifier: toDeviceSessionId(core, application, session.id),
    refresh_url: `${address.pathname.replace(/\/$/, '')}${path}/renew`,
    scope: { origin: address.origin, include_site: false, scope_specification: listScope(address.pathname) },
    credentials: [{ type: 'cookie', ...describeBindingCookie(application, baseUrl) }],
    // Clients lead browsers here from their own pages.
    allowed_refresh_initiators: ['*'],
  }
  return new CustomResponse(instructions, { 'set-cookie': keepBindingCookie(binding, application, baseUrl) })
}

/** The pages and the endpoints of the application that read the session; the last rule that fits counts. */
function listScope(pathname: string) {
  const root = pathname.replace(/\/$/, '')
  const include = ['openid', 'account', 'sign-in', 'consent', 'select-account', 'device', 'sign-out']
  return [
    { type: 'exclude', domain: '*', path: '/' },
    ...include.map((name) => ({ type: 'include', domain: '*', path: `${root}/${name}` })),
  ]
}
