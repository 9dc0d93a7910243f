import type { forwardRoutes } from '@thumbturn/contract/openid/forward.ts'
import { AppError, forbidden } from '../../core/errors.ts'
import {
  completeSiteSignIn,
  longestReturn,
  type SiteStep,
  signOutOfSite,
  startSiteSignIn,
} from '../../core/flows/authorization/site-sign-in.ts'
import { checkRequest } from '../../core/flows/forward-auth/check.ts'
import { describeVisitor, type Identity } from '../../core/flows/forward-auth/identity.ts'
import { createSiteMemory, findSiteByHost } from '../../core/flows/forward-auth/memory.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import { addParameters } from '../../core/model/authorization/redirect-uri.ts'
import { findSiteOrigin, type ProtectedSite, sitePrefix } from '../../core/model/protected-sites/protected-site.ts'
import type { HandlersOf, PublicCall } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { type Cookie, createCookie, readCookie } from '../session-cookie.ts'
import { chooseLanguage } from './site-page/language.ts'
import { createDeniedPage, createFailedPage, createSignInPage } from './site-page/pages.ts'

/** The calls of proxies, and of browsers at protected sites. */
export function forward() {
  const memory = createSiteMemory()
  const findPlace = createPlaceFinder(memory)
  return {
    async siteCheck({ query: { redirect } }, call) {
      const { site, ...visited } = await findPlace(call)
      const { forwarded, application } = visited
      if (forwarded.method === undefined || forwarded.uri === undefined)
        throw forbidden('The proxy must send X-Forwarded-Method and X-Forwarded-Uri')
      const { method, uri, isNavigation } = forwarded
      const place = { application, site }
      const request = { method, uri, isNavigation, cookie: readSiteCookie(call, site) }
      const verdict = await checkRequest(call.core, place, request)
      if (verdict.kind === 'allowed')
        return new CustomResponse(
          undefined,
          toHeaders(await describeVisitor(call.core, { ...place, memory }, verdict.visitor)),
        )
      if (verdict.kind === 'denied') return showPage(createDeniedPage(readLanguage(call)), 403)
      const location: Record<string, string> = isNavigation ? { location: createStartAddress(site, uri) } : {}
      if (isNavigation && redirect === 'true') return new CustomResponse(undefined, location, 303)
      return showPage(createSignInPage(readLanguage(call)), 401, location)
    },
    async siteStart({ query: { to = '/', account } }, call) {
      const place = await findPlace(call)
      const cookie = readSiteCookie(call, place.site)
      return lead(
        call,
        place.site,
        startSiteSignIn(call.core, place, { to, cookie, otherAccount: account === 'other' }),
      )
    },
    async siteCallback({ query: { code, state, error } }, call) {
      const place = await findPlace(call)
      const response = { code, state, error, cookie: readSiteCookie(call, place.site) }
      try {
        return lead(call, place.site, await completeSiteSignIn(call.core, place, response))
      } catch (failure) {
        return showFailure(failure, readLanguage(call))
      }
    },
    async siteSignOut(_, call) {
      const { forwarded, ...place } = await findPlace(call)
      const cookie = readSiteCookie(call, place.site)
      return lead(call, place.site, await signOutOfSite(call.core, place, { cookie, isOwnLink: forwarded.isOwnLink }))
    },
    async siteDenied(_, call) {
      await findPlace(call)
      return showPage(createDeniedPage(readLanguage(call)), 200)
    },
  } satisfies HandlersOf<typeof forwardRoutes>
}

/** Finds the site that a proxy asks about. What is wrong with the proxy is logged once, as any caller can cause it. */
function createPlaceFinder(memory: ReturnType<typeof createSiteMemory>) {
  const logged = new Set<string>()
  const reject = ({ log }: PublicCall, message: string, host?: string) => {
    if (!logged.has(message)) log({}, `Forward-auth: ${message}`)
    logged.add(message)
    return forbidden(message, host)
  }
  return async (call: PublicCall) => {
    const { core, application } = call
    const forwarded = call.forwarded()
    if (forwarded === undefined)
      throw reject(call, 'The call comes from no trusted proxy: list its address in TRUSTED_PROXIES')
    if (forwarded.host === undefined) throw reject(call, 'The proxy must send X-Forwarded-Host')
    const site = await findSiteByHost(core, memory, { application, host: forwarded.host })
    if (!site)
      throw reject(call, `The application ${application.id} has no protected site for this host`, forwarded.host)
    return { application, site, forwarded }
  }
}

/** `Lax`: the sign-in leads back from another site. */
const toCookie = (seconds: number): Cookie => ({
  name: 'thumbturn-site',
  localName: 'thumbturn-site',
  seconds,
  sameSite: 'Lax',
})

const readSiteCookie = ({ cookie }: PublicCall, site: ProtectedSite) =>
  readCookie(toCookie(0), cookie, findSiteOrigin(site))

function lead({ core, application }: PublicCall, site: ProtectedSite, { cookie, ...step }: SiteStep) {
  const issuer = createApplicationAddress(application, core.baseUrl)
  return new CustomResponse(undefined, {
    location: toLocation(step, issuer),
    ...(cookie && { 'set-cookie': createCookie(toCookie(cookie.seconds), findSiteOrigin(site), cookie.value) }),
  })
}

function toLocation(step: SiteStep, issuer: string): string {
  if ('authorization' in step) return addParameters(`${issuer}/openid/authorize`, step.authorization)
  return 'location' in step ? step.location : `${issuer}/openid/end-session`
}

function createStartAddress(site: ProtectedSite, uri: string): string {
  const query = uri.length > longestReturn ? '' : `?${new URLSearchParams({ to: uri })}`
  return `${findSiteOrigin(site)}${sitePrefix}/start${query}`
}

type Page = ReturnType<typeof createDeniedPage>

const showPage = ({ headers, text }: Page, status: number, more: Record<string, string> = {}) =>
  new CustomResponse(text, { ...headers, ...more }, status)

/** The language of a page for the browser of a call. */
const readLanguage = ({ application, acceptLanguage }: PublicCall) =>
  chooseLanguage(acceptLanguage, application.settings.locale)

function showFailure(failure: unknown, language: string) {
  if (failure instanceof AppError && failure.code === 'forbidden') return showPage(createDeniedPage(language), 403)
  if (failure instanceof AppError && failure.code === 'bad_request') return showPage(createFailedPage(language), 400)
  throw failure
}

/** Always all of them: a proxy replaces with them what a client sent. UTF-8, as programs read them. */
function toHeaders({ user, name, email, groups, statement }: Identity): Record<string, string> {
  return {
    'remote-user': encode(user),
    'remote-name': encode(name),
    'remote-email': encode(email),
    'remote-groups': encode(groups),
    'thumbturn-identity': statement,
  }
}

/** The bytes of UTF-8 as the characters that Node writes as bytes; no line can end in them. */
const encode = (text: string) => Buffer.from(text.replaceAll(/\p{Cc}/gu, ' ')).toString('latin1')
