import type { Core } from '../../core/core.ts'
import { notFound, unauthorized } from '../../core/errors.ts'
import { type BrowserCookies, openBrowserSession } from '../../core/flows/authorization/browser-session.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import type { OpenedBrowserSession } from '../../core/ports/stores/authorization.ts'
import { readBrowserCookies } from '../browser-cookie.ts'
import type { PublicCall } from '../call.ts'

/** A call of a hosted page, with the sealed session that its browser has, if any. */
export type PageCall = { core: Core; application: Application; cookies: BrowserCookies | undefined }

/** @throws AppError not_found: members sign in to the dashboard, so the installation's own application has no such pages */
export function toPageCall({ core, application, cookie }: PublicCall): PageCall {
  if (application.id === ownApplicationId) throw notFound('This application has no hosted pages')
  return { core, application, cookies: readBrowserCookies(cookie, application, core.baseUrl) }
}

/** The user who is signed in in the browser of a call; undefined if none is. */
export const findSession = ({ core, application, cookies }: PageCall): Promise<OpenedBrowserSession | undefined> =>
  openBrowserSession(core, application, cookies)

/** @throws AppError unauthorized: no user is signed in */
export async function requireSession(call: PageCall): Promise<OpenedBrowserSession> {
  const opened = await findSession(call)
  if (!opened) throw unauthorized('No user is signed in in this browser')
  return opened
}
