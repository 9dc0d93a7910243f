import type { Browser } from '@thumbturn/service-harness/openid.ts'
import type { Certainty, Count } from './certainty.ts'

/** An authorization of a client by a user. */
export type Authorization = {
  clientId: string
  /** The ID that all of its tokens have; undefined if they got lost with the response, so that the repetition revoked them. */
  family?: string
  revoked: Certainty
  /** With the consent that it depends on. */
  deleted: Certainty
  /** When the last acknowledged exchange of its refresh token began, in milliseconds since 1970. */
  exchangedAt?: number
  /** Its refresh token, and the one that this replaced. */
  token?: string
  former?: string
}

/** The knowledge of one client about what the OpenID Provider keeps about one user. */
export type OpenidAccount = {
  /** The browser in which the user is signed in. */
  browser?: Browser | undefined
  /** Its cookie at the protected site. */
  siteCookie?: string | undefined
  /** To the client that asks for it. */
  consent: Certainty
  authorizations: Authorization[]
}

export const createOpenidAccount = (): OpenidAccount => ({ consent: 'no', authorizations: [] })

/** The refresh tokens of an authorization in the database. */
export type StoredFamily = { id: string; isRevoked: boolean; exchangedAt: number }

/** The rows about a user in the database, and the counts of their events. */
export type StoredOpenid = {
  browserSessions: number
  sessionsStarted: number
  sessionsEnded: number
  clientSignIns: number
  consents: number
  families: readonly StoredFamily[]
}

type Holder = OpenidAccount & { username: string; clientSignIns: Count }

/** Compares the knowledge of a client with what is stored about a user; each violation is a sentence. */
export const compareOpenid = (account: Holder, user: StoredOpenid): string[] =>
  [...compareConsent(account, user), ...compareFamilies(account, user), ...findParts(account, user)].map(
    (violation) => `${account.username}: ${violation}`,
  )

function compareConsent({ consent }: Holder, { consents }: StoredOpenid): string[] {
  if (consent === 'yes' && consents === 0) return ['an acknowledged consent is lost']
  return consent === 'no' && consents > 0 ? ['a revoked consent is stored'] : []
}

function compareFamilies(account: Holder, { families }: StoredOpenid): string[] {
  const { authorizations, clientSignIns } = account
  const stored = new Map(families.map((family) => [family.id, family]))
  const known = new Map(authorizations.map((authorization) => [authorization.family, authorization]))
  const unknown = families.filter(({ id }) => !known.has(id))
  const working = unknown.filter(({ isRevoked }) => !isRevoked)
  const lost = authorizations.filter(({ family, deleted }) => family === undefined && deleted !== 'yes')
  const most = lost.length + clientSignIns.unknown
  return [
    ...[...known].flatMap(([id, one]) => (id === undefined ? [] : compareFamily(one, stored.get(id)))),
    ...(unknown.length > most ? [`${unknown.length} authorizations are stored that no client has`] : []),
    ...(working.length > clientSignIns.unknown ? ['an authorization whose code was used twice works'] : []),
  ]
}

function compareFamily({ revoked, deleted, exchangedAt = 0 }: Authorization, stored?: StoredFamily): string[] {
  if (!stored) return deleted === 'no' ? ['an acknowledged authorization is lost'] : []
  if (deleted === 'yes') return ['an authorization of a revoked consent is stored']
  if (revoked === 'yes' && !stored.isRevoked) return ['an acknowledged revocation of tokens is lost']
  if (revoked === 'no' && stored.isRevoked) return ['an authorization was revoked, but no client did that']
  return stored.exchangedAt < exchangedAt ? ['an acknowledged exchange of a refresh token is lost'] : []
}

/** Whatever one batch writes is stored together, or not at all. */
function findParts(account: Holder, user: StoredOpenid): string[] {
  const { browserSessions, sessionsStarted, sessionsEnded, clientSignIns, families } = user
  const isSessions = browserSessions === sessionsStarted - sessionsEnded
  const missing = clientSignIns - families.length
  const isFamilies = missing === 0 || (missing > 0 && missing <= countDeletable(account))
  return [
    ...(isSessions
      ? []
      : [`${browserSessions} browser sessions are stored, but ${sessionsStarted} began and ${sessionsEnded} ended`]),
    ...(isFamilies ? [] : [`${families.length} authorizations are stored after ${clientSignIns} sign-ins to clients`]),
  ]
}

/** Authorizations that a revocation of consent can have deleted, with those of which the client never learned. */
const countDeletable = ({ authorizations, clientSignIns }: Holder): number =>
  authorizations.filter(({ deleted }) => deleted !== 'no').length + clientSignIns.unknown
