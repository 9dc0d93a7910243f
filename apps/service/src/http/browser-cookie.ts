import type { BrowserCookies } from '../core/flows/authorization/browser-session.ts'
import { createApplicationAddress } from '../core/model/applications/address.ts'
import type { Application } from '../core/model/applications/application.ts'
import { type Cookie, createCookie, describeCookie, readCookie } from './session-cookie.ts'

/**
 * The session of a browser at the hosted pages of an application. `Lax`: clients of other sites lead the browser here, and the session
 * must come along; calls that change something also check the origin.
 */
const toCookie = ({ id }: Application, seconds: number): Cookie => {
  const name = `thumbturn-${id}`
  return { name, localName: name, seconds, sameSite: 'Lax' }
}

/** The proof that the browser is on the device that the session is bound to. */
const toBindingCookie = ({ id }: Application, seconds: number): Cookie => {
  const name = `thumbturn-device-${id}`
  return { name, localName: name, seconds, sameSite: 'Lax' }
}

const findOrigin = (application: Application, baseUrl: string) =>
  new URL(createApplicationAddress(application, baseUrl)).origin

/** The sealed session in a Cookie header; undefined if there is none, or several, of which one can be another site's. */
export function readBrowserCookies(
  header: string | undefined,
  application: Application,
  baseUrl: string,
): BrowserCookies | undefined {
  const origin = findOrigin(application, baseUrl)
  const session = readCookie(toCookie(application, 0), header, origin)
  return session === undefined
    ? undefined
    : { session, binding: readCookie(toBindingCookie(application, 0), header, origin) }
}

type CookieValue = { cookie: string; seconds: number }

/** The Set-Cookie header that keeps a sealed session for that many seconds. */
export const keepBrowserCookie = (
  { cookie, seconds }: CookieValue,
  application: Application,
  baseUrl: string,
): string => createCookie(toCookie(application, seconds), findOrigin(application, baseUrl), cookie)

/** The Set-Cookie header that removes it. */
export const removeBrowserCookie = (application: Application, baseUrl: string): string =>
  createCookie(toCookie(application, 0), findOrigin(application, baseUrl), '')

/** The Set-Cookie header that keeps the proof of the device. */
export const keepBindingCookie = (
  { cookie, seconds }: CookieValue,
  application: Application,
  baseUrl: string,
): string => createCookie(toBindingCookie(application, seconds), findOrigin(application, baseUrl), cookie)

/** The name and the attributes of the proof of the device, by which the browser knows when to renew it. */
export const describeBindingCookie = (application: Application, baseUrl: string) =>
  describeCookie(toBindingCookie(application, 0), findOrigin(application, baseUrl))
