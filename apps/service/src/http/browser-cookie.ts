import { createApplicationAddress } from '../core/model/applications/address.ts'
import type { Application } from '../core/model/applications/application.ts'
import { type Cookie, createCookie, readCookie } from './session-cookie.ts'

/**
 * The session of a browser at the hosted pages of an application. `Lax`: clients of other sites lead the browser here, and the session
 * must come along; calls that change something also check the origin.
 */
const toCookie = ({ id }: Application, seconds: number): Cookie => {
  const name = `thumbturn-${id}`
  return { name, localName: name, seconds, sameSite: 'Lax' }
}

const findOrigin = (application: Application, baseUrl: string) =>
  new URL(createApplicationAddress(application, baseUrl)).origin

/** The sealed session in a Cookie header; undefined if there is none, or several, of which one can be another site's. */
export const readBrowserCookie = (header: string | undefined, application: Application, baseUrl: string) =>
  readCookie(toCookie(application, 0), header, findOrigin(application, baseUrl))

/** The Set-Cookie header that keeps a sealed session for that many seconds. */
export const keepBrowserCookie = (
  { cookie, seconds }: { cookie: string; seconds: number },
  application: Application,
  baseUrl: string,
): string => createCookie(toCookie(application, seconds), findOrigin(application, baseUrl), cookie)

/** The Set-Cookie header that removes it. */
export const removeBrowserCookie = (application: Application, baseUrl: string): string =>
  createCookie(toCookie(application, 0), findOrigin(application, baseUrl), '')
