import {
  addPublicClient,
  allowClient,
  authorize,
  type Browser,
  callAsPage,
  exchangeOf,
  type OpenidTokens,
  requestCode,
  requestOf,
  send,
  signInAgain,
  signOutOfBrowser,
  signUpByCalls,
} from '@thumbturn/service-harness/openid.ts'
import type { Answer, Service } from '@thumbturn/service-harness/service.ts'
import { authorizeSite, checkSite, openSite, signInToSite } from '@thumbturn/service-harness/sites.ts'
import { readBody, readCookie, signUpUser } from '@thumbturn/service-harness/situations.ts'
import { administer } from '../../common/revocable.ts'
import type { Arena } from './arena.ts'
import { type Contest, isAccepted } from './contest.ts'
import { ofBoundWebApp } from './device-contest.ts'

type User = { userId: string; browser: Browser }
type EndSession = (arena: Arena, user: User) => Promise<Answer>

const pick = <Value>(values: readonly Value[], at: number): Value => values[at % values.length]!
const nodesOf = ({ first, second }: Arena): readonly Service[] => [first, second]

const signOutEverywhere: EndSession = ({ first, apiKey: token }, { userId }) =>
  first.ask('POST', `/mgmt/users/${userId}/sign-out`, { token })

const deactivate: EndSession = (arena, { userId }) =>
  administer(arena, ['PATCH', `/users/${userId}`, { status: 'inactive' }])

const signOutOfIssuer: EndSession = ({ first }, { browser }) => signOutOfBrowser(first, browser)

/** A session of a web application, whose cookie is due to be renewed. `end` gets the cookie. */
const ofWebApp =
  (end: (arena: Arena, of: { userId: string; cookie: string }) => Promise<Answer>) =>
  async (arena: Arena): Promise<Contest> => {
    const { userId, jwtAccess } = await signUpUser(arena.first)
    const cookie = readCookie(await arena.apps[0].signIn(jwtAccess))
    const cookies = new Set([cookie])
    arena.becomeDue()
    return {
      async use(at) {
        const answer = await pick(arena.apps, at).visit(pick([...cookies], at))
        if (isAccepted(answer) && readCookie(answer) !== '') cookies.add(readCookie(answer))
        return answer
      },
      end: () => end(arena, { userId, cookie }),
      useAll: () => Promise.all(arena.apps.flatMap((app) => [...cookies].map((one) => app.visit(one)))),
    }
  }

/** The cookie of a site that a renewal leads to; undefined if the user must sign in. */
async function renewAtSite(node: Service, { site }: Arena, { browser, cookie }: { browser: Browser; cookie: string }) {
  const started = await openSite(node, `https://${site.host}/.thumbturn/start?to=/`, { cookie })
  const callback = await authorizeSite(node, String(started.headers.location), browser)
  if (new URL(callback).host !== site.host) return undefined
  const answer = await openSite(node, callback, { cookie: readCookie(started) })
  return answer.status === 303 && answer.headers['set-cookie'] !== undefined ? readCookie(answer) : undefined
}

/** A session at a protected site, which every other request renews. */
const ofSite =
  (end: EndSession) =>
  async (arena: Arena): Promise<Contest> => {
    const { first, site } = arena
    const user = await signUpByCalls(first)
    const { cookie } = await signInToSite(first, site, user)
    const cookies = new Set([cookie])
    return {
      async use(at) {
        const [node, held] = [pick(nodesOf(arena), at), pick([...cookies], at >> 1)]
        const renewed = at % 4 < 2 ? await renewAtSite(node, arena, { browser: user.browser, cookie: held }) : undefined
        if (renewed !== undefined) cookies.add(renewed)
        return checkSite(node, site, { cookie: renewed ?? held })
      },
      end: () => end(arena, user),
      useAll: () =>
        Promise.all(
          nodesOf(arena).flatMap((node) => [...cookies].map((one) => checkSite(node, site, { cookie: one }))),
        ),
    }
  }

/** A link on the site itself, which ends the session of the browser at the issuer, too. */
async function signOutAtSite(arena: Arena, { browser }: User): Promise<Answer> {
  const { cookie } = await signInToSite(arena.first, arena.site, { browser })
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }
  return openSite(arena.second, `https://${arena.site.host}/.thumbturn/sign-out`, { cookie, headers })
}

/** Whether a browser is signed in, as a code or an error that a client gets. */
async function ask(node: Service, { client, browser }: { client: Parameters<typeof requestOf>[0]; browser: Browser }) {
  const answer = await authorize(node, { ...requestOf(client), prompt: 'none' }, browser)
  const hasCode = answer.status === 303 && new URL(String(answer.headers.location)).searchParams.has('code')
  return { ...answer, status: answer.status === 303 ? (hasCode ? 200 : 401) : answer.status }
}

/** Sign-ins that renew the session of one browser, with tokens from before the user is signed out everywhere. */
async function ofBrowser(arena: Arena): Promise<Contest> {
  const { first } = arena
  const [client, user] = [await addPublicClient(first), await signUpByCalls(first)]
  const tokens = await Promise.all(Array.from({ length: 16 }, () => signInAgain(first, user)))
  const browsers = [user.browser]
  return {
    async use(at) {
      const [node, browser] = [pick(nodesOf(arena), at), pick(browsers, at >> 1)]
      const token = at % 4 === 0 ? tokens.pop() : undefined
      if (token === undefined) return ask(node, { client, browser })
      const answer = await callAsPage(node, ['/session', { token }], browser)
      if (isAccepted(answer)) browsers.push({ cookie: readCookie(answer) })
      return answer
    },
    end: () => signOutEverywhere(arena, user),
    async useAll() {
      const left = await Promise.all(
        tokens.splice(0).map((token) => callAsPage(first, ['/session', { token }], user.browser)),
      )
      const held = nodesOf(arena).flatMap((node) => browsers.map((browser) => ask(node, { client, browser })))
      return [...left, ...(await Promise.all(held))]
    },
  }
}

/** Exchanges of codes that the user allowed before they revoke their consent, and of the refresh tokens that follow. */
async function ofConsent(arena: Arena): Promise<Contest> {
  const { first } = arena
  const [client, user] = [await addPublicClient(first, { consent: 'ask' }), await signUpByCalls(first)]
  const { browser } = user
  await allowClient(first, { client, browser })
  const scope = { scope: 'openid' }
  const codes = await Promise.all(Array.from({ length: 24 }, () => requestCode(first, { client, browser }, scope)))
  const held: OpenidTokens[] = []
  const read = (node: Service, { access_token }: OpenidTokens) =>
    node.ask('GET', '//apps/demo/openid/userinfo', { token: `Bearer ${access_token}` })
  const exchange = (node: Service, code: string) => send(node, 'token', { client, fields: exchangeOf(client, code) })
  return {
    async use(at) {
      const [node, code] = [pick(nodesOf(arena), at), at % 2 === 0 ? codes.pop() : undefined]
      if (code === undefined) return held.length === 0 ? exchange(node, 'none') : read(node, pick(held, at))
      const answer = await exchange(node, code)
      if (isAccepted(answer)) held.push(readBody<OpenidTokens>(answer))
      return answer
    },
    end: () => administer(arena, ['DELETE', `/users/${user.userId}/consents/${client.id}`]),
    async useAll() {
      const left = await Promise.all(codes.splice(0).map((code) => exchange(first, code)))
      const tokens = nodesOf(arena).flatMap((node) => held.map((one) => read(node, one)))
      return [...left, ...(await Promise.all(tokens))]
    },
  }
}

/** Every session that requests renew, and each way in which it ends at once. */
export const contests: Readonly<Record<string, (arena: Arena) => Promise<Contest>>> = {
  'web application, signed out': ofWebApp(({ apps }, { cookie }) => apps[0].signOut(cookie)),
  'web application, signed out everywhere': ofWebApp(({ first, apiKey: token }, { userId }) =>
    first.ask('POST', `/mgmt/users/${userId}/sign-out`, { token }),
  ),
  'web application on a device, signed out': ofBoundWebApp(({ apps }, { cookie }) => apps[0].signOut(cookie)),
  'web application on a device, signed out everywhere': ofBoundWebApp(({ first, apiKey: token }, { userId }) =>
    first.ask('POST', `/mgmt/users/${userId}/sign-out`, { token }),
  ),
  'protected site, signed out there': ofSite(signOutAtSite),
  'protected site, signed out of the browser': ofSite(signOutOfIssuer),
  'protected site, signed out everywhere': ofSite(signOutEverywhere),
  'protected site, deactivated': ofSite(deactivate),
  'browser session, signed out everywhere': ofBrowser,
  'tokens of a client, consent revoked': ofConsent,
}
