import type { sessionRoutes } from '@thumbturn/contract/admin/session.ts'
import type { Core } from '../../core/core.ts'
import type { MemberWithRoles } from '../../core/model/members/member.ts'
import type { MemberSession, OpenedSession } from '../../core/model/members/session.ts'
import { confirmMemberSession, createCsrfToken, createMemberSession } from '../../core/use-cases/members/sessions.ts'
import type { HandlersOf } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { keepSessionCookie, readSessionCookie, removeSessionCookie } from '../session-cookie.ts'
import { timestamp } from '../timestamp.ts'

export const toSummary = ({ userId: id, name, username, email }: MemberWithRoles) => ({ id, name, username, email })

/** The session as the dashboard sees it. */
export const toSessionResponse = async (core: Core, { session, member }: OpenedSession) => ({
  member: toSummary(member),
  roles: [...member.roles],
  csrfToken: createCsrfToken(core, session),
  provider: await findProvider(core, session),
  confirmedAt: timestamp(session.confirmedAt),
  expiresAt: timestamp(session.expiresAt),
})

async function findProvider({ store }: Core, { providerId }: MemberSession) {
  const provider = providerId === undefined ? undefined : await store.sso.findProvider(providerId)
  return provider && { id: provider.id, name: provider.name }
}

/** `ownOrigin`: the origin of the dashboard. */
export const sessionHandlers = (ownOrigin: string) =>
  ({
    async sessionCreate({ body }, { core, userAgent, cookie }) {
      const formerToken = readSessionCookie(cookie, ownOrigin)
      const { token, ...opened } = await createMemberSession(core, { accessToken: body.token, formerToken, userAgent })
      return new CustomResponse(await toSessionResponse(core, opened), {
        'set-cookie': keepSessionCookie(token, ownOrigin),
      })
    },
    sessionShow: (_, { core, caller }) => toSessionResponse(core, caller),
    async sessionConfirm({ body }, { core, caller }) {
      return toSessionResponse(core, await confirmMemberSession(core, caller, body.token))
    },
    async sessionEnd(_, { core, caller: { session } }) {
      await core.store.commit([{ endMemberSessionOfToken: session }])
      return new CustomResponse(undefined, { 'set-cookie': removeSessionCookie(ownOrigin) })
    },
  }) satisfies HandlersOf<typeof sessionRoutes>
