import type { ssoRoutes } from '@thumbturn/contract/admin/sso.ts'
import { badRequest } from '../../core/errors.ts'
import { openMemberSession, requireFreshSession } from '../../core/use-cases/members/sessions.ts'
import { completeSso } from '../../core/use-cases/sso/complete.ts'
import { logOutByProvider } from '../../core/use-cases/sso/log-out.ts'
import { type StartedSso, startForSession, startSignIn } from '../../core/use-cases/sso/start.ts'
import type { HandlersOf } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { keepSessionCookie, keepSsoCookie, readSessionCookie, readSsoCookie } from '../session-cookie.ts'
import { toSessionResponse } from './session.ts'

/** `ownOrigin`: the origin of the dashboard. */
export const ssoHandlers = (ownOrigin: string) => {
  const respondStarted = ({ url, sealed }: StartedSso) =>
    new CustomResponse({ url }, { 'set-cookie': keepSsoCookie(sealed, ownOrigin) })
  return {
    async ssoOptions(_, { core }) {
      const providers = await core.store.sso.listProviders()
      const asksForEmail = providers.some(({ enforcedDomains }) => enforcedDomains.length > 0)
      return { providers: providers.map(({ id, name }) => ({ id, name })), asksForEmail }
    },
    async ssoStart({ body }, { core }) {
      return respondStarted(await startSignIn(core, body, ownOrigin))
    },
    async ssoComplete({ body: { provider: providerId, response: parameters } }, { core, cookie, userAgent }) {
      const formerToken = readSessionCookie(cookie, ownOrigin)
      const opened = formerToken === undefined ? undefined : await openMemberSession(core, formerToken)
      const browser = { formerToken, userAgent, opened, sealed: readSsoCookie(cookie, ownOrigin) }
      const { token, ...completed } = await completeSso(core, { ...browser, providerId, parameters }, ownOrigin)
      const headers = token === undefined ? undefined : { 'set-cookie': keepSessionCookie(token, ownOrigin) }
      return new CustomResponse(await toSessionResponse(core, completed), headers)
    },
    async sessionSso({ body }, { core, caller: { session } }) {
      const { purpose } = body
      const providerId = purpose === 'confirm' ? session.providerId : body.provider
      if (providerId === undefined) throw badRequest("This session wasn't started at a provider")
      if (purpose === 'link') requireFreshSession(core, session)
      return respondStarted(await startForSession(core, { purpose, providerId, session }, ownOrigin))
    },
    async ssoBackChannelLogout({ params: { id }, body: { logout_token: token } }, { core }) {
      await logOutByProvider(core, { id, token }, ownOrigin)
      return new CustomResponse({}, { 'cache-control': 'no-store' })
    },
  } satisfies HandlersOf<typeof ssoRoutes>
}
