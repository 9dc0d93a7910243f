import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '@thumbturn/contract'
import type { Core } from '../core/core.ts'
import { unauthorized } from '../core/errors.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { nameCreator } from '../core/model/members/member.ts'
import { requireRole } from '../core/model/members/roles.ts'
import { openMemberSession, requireCsrfToken, requireFreshSession } from '../core/use-cases/members/sessions.ts'
import type { MemberCaller } from './callers.ts'
import { isFromOtherPage } from './own-pages.ts'
import { readSessionCookie } from './session-cookie.ts'

/** The parts of a call from the dashboard that the guard looks at. */
export type DashboardRequest = {
  method: string
  headers: IncomingHttpHeaders
  ownOrigin: string
  /** The application that the path of the route names, if it names one. */
  target: string | undefined
}

const missingSession = (reason?: unknown) => unauthorized('There is no session: sign in to the dashboard', reason)

/** Whether the call has a session that counts; one that a page of another origin sends doesn't. */
export const hasSessionCookie = (request: DashboardRequest): boolean =>
  readSessionCookie(request.headers.cookie, request.ownOrigin) !== undefined && !isFromOtherPage(request)

/**
 * The member whose session the cookie holds. Every call that isn't a mere read needs the session's CSRF token.
 * @throws AppError unauthorized · forbidden: the CSRF token, or the role · not_found: an application that the member can't
 * see · confirmation_required
 */
export async function admitMember(
  core: Core,
  request: DashboardRequest,
  access: Extract<Access, { kind: 'admin' | 'member' }>,
): Promise<MemberCaller> {
  const { method, headers, ownOrigin, target } = request
  const token = readSessionCookie(headers.cookie, ownOrigin)
  if (token === undefined || isFromOtherPage(request)) throw missingSession()
  const opened = await openMemberSession(core, token)
  const application = core.applications.find(ownApplicationId)
  if (!opened || !application) throw missingSession('it has ended')
  const { session, member } = opened
  if (method !== 'GET') requireCsrfToken(core, session, headers['x-csrf-token'] as string | undefined)
  if (access.kind === 'admin') requireRole(member, { ...access, application: target })
  if (access.fresh) requireFreshSession(core, session)
  return { kind: 'member', application, member, session, by: nameCreator(member.userId) }
}
