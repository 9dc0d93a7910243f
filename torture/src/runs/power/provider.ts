// The operations of the recorded process that are about the OpenID Provider.
import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import {
  allowClient,
  type Browser,
  callAsPage,
  deleteAsPage,
  exchangeCode,
  type OpenidTokens,
  requestCode,
  send,
  signInAgain,
  signOutOfBrowser,
} from '@thumbturn/service-harness/openid.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims, readCookie, type SignedUpUser } from '@thumbturn/service-harness/situations.ts'
import type { Random } from '../../common/random.ts'
import type { Note } from './notes.ts'

/** A user of the recorded process, with what they have at the OpenID Provider. */
export type PowerUser = SignedUpUser & { browser?: Browser; hasConsent?: boolean; refreshToken?: string }

/** Notes that something begins, and that it was acknowledged, with the value that it returns. */
export type Tell = (one: Omit<Note, 'what'>, act: () => Promise<string | undefined>) => Promise<string | undefined>

type Scene = { service: Service; client: Client; random: Random; tell: Tell }

const scope = { scope: 'openid offline_access' }

/** The next operation of a user: to sign in to the client, or to use, renew, or end what they have there. */
export async function useProvider(scene: Scene, user: PowerUser): Promise<unknown> {
  const browser = user.browser ?? (await openBrowser(scene, user))
  if (!user.hasConsent) return allow(scene, user, browser)
  if (user.refreshToken === undefined) return signInToClient(scene, user, browser)
  const choice = scene.random.next()
  if (choice < 0.5) return refresh(scene, user, user.refreshToken)
  if (choice < 0.7) return revokeTokens(scene, user, user.refreshToken)
  return choice < 0.85 ? revokeConsent(scene, user, browser) : signOut(scene, user, browser)
}

async function openBrowser({ service, tell }: Scene, user: PowerUser): Promise<Browser> {
  const { username } = user
  const token = await tell({ action: 'signIn', username }, () => signInAgain(service, user))
  const browser = { cookie: '' }
  await tell({ action: 'openBrowser', username }, async () => {
    const answer = await callAsPage(service, ['/session', { token }])
    readBody(answer)
    browser.cookie = readCookie(answer)
    return undefined
  })
  user.browser = browser
  return browser
}

async function allow({ service, client, tell }: Scene, user: PowerUser, browser: Browser) {
  await tell({ action: 'consent', username: user.username }, async () => {
    await allowClient(service, { client, browser }, scope)
    return undefined
  })
  user.hasConsent = true
}

async function signInToClient({ service, client, tell }: Scene, user: PowerUser, browser: Browser) {
  const code = await requestCode(service, { client, browser }, scope)
  await tell({ action: 'signInToClient', username: user.username }, async () => {
    const tokens = await exchangeCode(service, client, code)
    user.refreshToken = tokens.refresh_token
    return String(readClaims(tokens.access_token).fid)
  })
}

/** At a time of its own, as the time of the last exchange is stored. */
function refresh({ service, client, tell }: Scene, user: PowerUser, refresh_token: string) {
  service.clock.advance(1)
  const value = String(service.clock.now())
  return tell({ action: 'refresh', username: user.username, value }, async () => {
    const fields = { grant_type: 'refresh_token', refresh_token }
    user.refreshToken = readBody<OpenidTokens>(await send(service, 'token', { client, fields })).refresh_token
    return value
  })
}

async function revokeTokens({ service, client, tell }: Scene, user: PowerUser, token: string) {
  await tell({ action: 'revokeTokens', username: user.username }, async () => {
    const { status } = await send(service, 'revoke', { client, fields: { token } })
    if (status !== 200) throw new Error(`a revocation got ${status}`)
    return undefined
  })
  delete user.refreshToken
}

async function revokeConsent({ service, client, tell }: Scene, user: PowerUser, browser: Browser) {
  await tell({ action: 'revokeConsent', username: user.username }, async () => {
    const { status } = await deleteAsPage(service, `/account/programs/${client.id}`, browser)
    if (status !== 204) throw new Error(`a revocation of a consent got ${status}`)
    return undefined
  })
  delete user.refreshToken
  delete user.hasConsent
}

async function signOut({ service, tell }: Scene, user: PowerUser, browser: Browser) {
  await tell({ action: 'signOut', username: user.username }, async () => {
    const { status } = await signOutOfBrowser(service, browser)
    if (status !== 204) throw new Error(`a sign-out got ${status}`)
    return undefined
  })
  delete user.browser
}
