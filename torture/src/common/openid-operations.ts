import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import {
  authorize,
  type Browser,
  callAsPage,
  deleteAsPage,
  exchangeOf,
  type OpenidTokens,
  readLocation,
  readPage,
  requestOf,
  send,
  signOutOfBrowser,
} from '@thumbturn/service-harness/openid.ts'
import type { Answer, Caller } from '@thumbturn/service-harness/service.ts'
import { readBody, readClaims, readCookie } from '@thumbturn/service-harness/situations.ts'
import type { Completion } from './client.ts'
import { complete, createSettler, hasSucceeded, reject, remember, takeEffect } from './completions.ts'
import type { Authorization } from './openid-ledger.ts'
import { signIn } from './operations.ts'
import { codeLifetimeMs, type RelyingParties } from './relying-parties.ts'
import { recallSiteCookie, signOutAtSite, visitSite } from './site-operations.ts'
import type { Visit } from './visit.ts'

/** The share of codes that are used again: it ends their authorizations, which others outlive. */
const repeatedCodes = 0.25
/** The default of the setting `refreshReuseSeconds`. */
const reuseMs = 10_000

/** One operation of a user who is signed in in a browser, or signs in there. */
export async function useProvider(visit: Visit): Promise<unknown> {
  const { field, account } = visit
  const browser = account.browser ?? (await openBrowser(visit))
  if (!browser) return
  const choice = field.random.next()
  const usable = account.authorizations.filter((authorization) => isUsable(authorization))
  if (choice < 0.1) return signOut(visit, browser)
  if (choice < 0.3) return visitSite(visit, browser)
  if (choice < 0.4 && account.consent === 'yes') return revokeConsent(visit, browser)
  if (choice < 0.5 && usable.length > 0) return revokeTokens(visit, field.random.pick(usable))
  if (choice < 0.75 && usable.length > 0) return refresh(visit, field.random.pick(usable))
  return signInToClient(visit, browser)
}

const isUsable = ({ revoked, deleted, token }: Authorization) =>
  revoked === 'no' && deleted === 'no' && token !== undefined

/** Signs in, and begins a session of a browser with the token. */
async function openBrowser({ field, account }: Visit): Promise<Browser | undefined> {
  const token = await signIn(field, account)
  if (token === undefined) return undefined
  const settled = await complete(field, {
    what: `beginning of a browser session of ${account.username}`,
    count: account.sessionsStarted,
    send: (service) => callAsPage(service, ['/session', { token }]),
  })
  if (!settled || !hasSucceeded(settled.response)) return undefined
  account.browser = { cookie: readCookie(settled.response) }
  return account.browser
}

/** Ends the session of the browser, at the issuer or at the site. */
async function signOut(visit: Visit, browser: Browser) {
  const { field, account } = visit
  const { username, siteCookie } = account
  const effect = { what: `sign-out of ${username}`, count: account.sessionsEnded }
  const isAtSite = siteCookie !== undefined && field.random.next() < 0.5
  const end = (service: Caller) =>
    isAtSite ? signOutAtSite(service, visit.parties, siteCookie) : signOutOfBrowser(service, browser)
  const settled = await takeEffect(field, { ...effect, send: end })
  Object.assign(account, { browser: undefined, siteCookie: undefined })
  if (!settled) return
  remember(field, {
    what: `use of a browser session of ${username} that had ended`,
    send: ({ ask }) => ask('GET', '//apps/demo/openid/pages/account', { headers: { cookie: browser.cookie } }),
  })
  if (siteCookie !== undefined) recallSiteCookie(visit, siteCookie)
}

/** Signs in to a client: asks for a code, with the user's consent if it needs one, and exchanges it for tokens. */
async function signInToClient(visit: Visit, browser: Browser) {
  const { field, account, parties } = visit
  const client = field.random.pick([parties.trusted, parties.asking])
  const code = await requestCode(visit, client, browser)
  if (code === undefined) return
  const effect = {
    what: `exchange of a code of ${account.username}`,
    count: account.clientSignIns,
    send: (service: Caller) => send(service, 'token', { client, fields: exchangeOf(client, code) }),
    lifetimeMs: codeLifetimeMs,
  }
  const until = performance.now() + codeLifetimeMs
  const settled = await takeEffect(field, effect)
  if (!settled) return
  const authorization = createAuthorization(client, settled.response)
  account.authorizations.push(authorization)
  if (authorization.token !== undefined && field.random.next() < repeatedCodes)
    rememberCode(visit, { effect, authorization, browser, until })
}

type CodeExchange = { effect: Omit<Completion, 'note'>; authorization: Authorization; browser: Browser; until: number }

/** A code that is used again revokes what it led to (RFC 6749 §4.1.2), unless it or its session has ended. */
function rememberCode({ field, account }: Visit, { effect, authorization, browser, until }: CodeExchange) {
  remember(field, {
    ...effect,
    note(response) {
      const isRevoked = response !== undefined && performance.now() < until && account.browser === browser
      if (authorization.revoked === 'no') authorization.revoked = isRevoked ? 'yes' : 'unknown'
    },
  })
}

/** A rejection means that an earlier attempt took effect: to use the code again revoked its tokens. */
function createAuthorization({ id: clientId }: Client, response: Answer): Authorization {
  if (!hasSucceeded(response)) return { clientId, revoked: 'yes', deleted: 'no' }
  const { access_token, refresh_token } = response.body as OpenidTokens
  return { clientId, family: String(readClaims(access_token).fid), revoked: 'no', deleted: 'no', token: refresh_token }
}

/** Undefined if that is a violation. */
async function requestCode({ field, account, parties }: Visit, client: Client, browser: Browser) {
  const service = createSettler(field)
  const answer = await authorize(service, { ...requestOf(client), scope: 'openid offline_access' }, browser)
  const code = readCode(readLocation(answer))
  const mustAsk = client.id === parties.asking.id && account.consent === 'no'
  if (code !== undefined && mustAsk) field.violations.push(`${account.username}: a revoked consent is accepted`)
  if (code !== undefined) return code
  const { page, request } = readPage(answer)
  if (page !== 'consent' || account.consent === 'yes' || client.id !== parties.asking.id)
    return reject(field, `request of a code of ${account.username}`, `the page ${page} is shown`)
  account.consent = 'unknown'
  const allowed = await callAsPage(service, ['/consent', { request, decision: 'allow' }], browser)
  const { location } = readBody<{ location: string }>(allowed)
  account.consent = 'yes'
  return readCode(new URL(location))
}

const readCode = ({ searchParams }: URL) => searchParams.get('code') ?? undefined

/** Revokes the consent at the user's account page, with what clients got by it. */
async function revokeConsent({ field, account, parties }: Visit, browser: Browser) {
  const { asking } = parties
  const dependent = account.authorizations.filter(({ clientId }) => clientId === asking.id)
  const held = dependent.findLast(isUsable)?.token
  const setDeleted = (deleted: Authorization['deleted']) => {
    for (const authorization of dependent) if (authorization.deleted !== 'yes') authorization.deleted = deleted
  }
  account.consent = 'unknown'
  setDeleted('unknown')
  const service = createSettler(field)
  const { status, text } = await deleteAsPage(service, `/account/programs/${asking.id}`, browser)
  const isRepeated = service.attempts > 1 && status === 404
  if (status !== 204 && !isRepeated) return reject(field, `revocation of the consent of ${account.username}`, text)
  account.consent = 'no'
  setDeleted('yes')
  const what = `refresh token of ${account.username} of a revoked consent`
  if (held !== undefined) remember(field, { what, send: exchange(asking, held) })
}

const exchange = (client: Client, token: string) => (service: Caller) =>
  send(service, 'token', { client, fields: { grant_type: 'refresh_token', refresh_token: token } })

const findClient = ({ trusted, asking }: RelyingParties, { clientId }: Authorization) =>
  trusted.id === clientId ? trusted : asking

/** Revokes the tokens of an authorization, as its client. */
async function revokeTokens({ field, account, parties }: Visit, authorization: Authorization) {
  const [client, token] = [findClient(parties, authorization), authorization.token!]
  authorization.revoked = 'unknown'
  const { status, text } = await send(createSettler(field), 'revoke', { client, fields: { token } })
  if (status !== 200) return reject(field, `revocation of tokens of ${account.username}`, text)
  authorization.revoked = 'yes'
  remember(field, { what: `refresh token of ${account.username} that was revoked`, send: exchange(client, token) })
}

/** Exchanges a refresh token for the next one. */
async function refresh({ field, account, parties }: Visit, authorization: Authorization) {
  const { token = '', former } = authorization
  const client = findClient(parties, authorization)
  const exchangedAt = Date.now()
  const service = createSettler(field)
  const response = await exchange(client, token)(service)
  if (!hasSucceeded(response)) {
    // Where an earlier attempt replaced it longer ago than retries are accepted, its repetition revokes everything.
    const isLate = service.attempts > 1 && Date.now() - exchangedAt > reuseMs
    if (isLate) authorization.revoked = 'yes'
    else reject(field, `exchange of a refresh token of ${account.username}`, response.text)
    return
  }
  Object.assign(authorization, { exchangedAt, former: token, token: (response.body as OpenidTokens).refresh_token })
  if (former === undefined) return
  remember(field, {
    what: `exchange of a refresh token of ${account.username} that was replaced twice`,
    send: exchange(client, former),
    note(repeated) {
      // A copy of it must exist, so everything is revoked (RFC 9700 §4.14.2).
      if (authorization.revoked === 'no') authorization.revoked = repeated ? 'yes' : 'unknown'
    },
  })
}
