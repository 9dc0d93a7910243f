import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { type SigningAlgorithm, signingAlgorithms } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import { mostSkewMs } from '../../clock.ts'
import { type Application, findAlgorithm, type SigningKey } from './application.ts'

/** Seconds for which verifiers can cache the key set, as Cache-Control tells them. */
export const keySetSeconds = 300
/** How long a node keeps keys if it missed the change of the application. */
export const keysKeptMs = 60_000
/** With the minute before, enough for clocks of nodes that are two minutes apart. */
const clockSlackMs = 60_000

/** From the creation of a key until it signs: by then every cached key set contains it. */
export const leadMs = keySetSeconds * 1000 + keysKeptMs + clockSlackMs

/** Published before it signs; signing; no longer signing while its tokens are valid; rejected. */
export type KeyState = 'next' | 'signing' | 'verifying' | 'retired'

/** The schedule of a key. All times follow from stored values, so every node computes the same. */
export type KeyTimes = {
  kid: string
  alg: SigningAlgorithm
  state: KeyState
  createdAt: number
  /** When a `next` key starts to sign. */
  signsAt: number | undefined
  /** When a key with a successor will be retired. */
  retiresAt: number | undefined
  retiredAt: number | undefined
}

/** Keys in use: published, and accepted for verification. */
export const filterInUse = (keys: readonly SigningKey[]) => keys.filter(({ retiredAt }) => retiredAt === undefined)

/** Each algorithm has a schedule of its own. */
export const filterByAlgorithm = (keys: readonly SigningKey[], alg: SigningAlgorithm) =>
  keys.filter((key) => findAlgorithm(key) === alg)

/**
 * The key that signs with an algorithm, of the keys in use, newest first: the newest that every verifier knows, else the
 * oldest. The first key of an algorithm therefore signs immediately: there are no tokens that a verifier could have
 * fetched an older key set for.
 */
export function findSigningKey(keys: readonly SigningKey[], alg: SigningAlgorithm, at: number): SigningKey | undefined {
  const candidates = filterByAlgorithm(keys, alg)
  return candidates.find(({ createdAt }) => createdAt + leadMs <= at) ?? candidates.at(-1)
}

/** The keys in use as they are published: ES256 first, and of each algorithm the key that signs, then newest first. */
export const orderForPublication = (keys: readonly SigningKey[], at: number): SigningKey[] =>
  signingAlgorithms.flatMap((alg) => {
    const signing = findSigningKey(keys, alg, at)
    return signing ? [signing, ...filterByAlgorithm(keys, alg).filter((key) => key !== signing)] : []
  })

/**
 * When the last token of a key expires; undefined for the newest key in use of its algorithm. It signs until its successor
 * does, by the slowest clock, and its tokens may have longer lifetimes than today's settings.
 */
export function findRetirement(application: Application, keys: readonly SigningKey[], kid: string): number | undefined {
  const key = keys.find((one) => one.kid === kid)
  const peers = key ? filterByAlgorithm(keys, findAlgorithm(key)) : []
  const successor = peers[peers.findIndex((one) => one.kid === kid) - 1]
  if (!successor) return undefined
  const lastSignedAt = successor.createdAt + leadMs + mostSkewMs
  const longest = Math.max(longestLifeMs(application.settings), servesClients(keys) ? longestClientLifeMs : 0)
  return Math.max(lastSignedAt + longest, application.tokensUntil ?? 0)
}

/** The longest lifetime of a token that is signed for an OpenID client, whatever the settings of the application are. */
const longestClientLifeMs = 86_400_000

/** An application gets its first RS256 key with its first OpenID client. */
const servesClients = (keys: readonly SigningKey[]) => filterByAlgorithm(keys, 'RS256').length > 0

/** Every key of an application, newest first, with its schedule. */
export function listKeyTimes(application: Application, keys: readonly SigningKey[], at: number): KeyTimes[] {
  const usable = filterInUse(keys)
  return keys.map((key) => {
    const { kid, createdAt, retiredAt } = key
    const alg = findAlgorithm(key)
    const state = retiredAt !== undefined ? 'retired' : stateBeside(findSigningKey(usable, alg, at), key)
    const isNext = state === 'next'
    return {
      kid,
      alg,
      state,
      createdAt,
      signsAt: isNext ? createdAt + leadMs : undefined,
      retiresAt: state === 'retired' ? undefined : findRetirement(application, usable, kid),
      retiredAt,
    }
  })
}

function stateBeside(signing: SigningKey | undefined, { kid, createdAt }: Pick<SigningKey, 'kid' | 'createdAt'>) {
  if (!signing || kid === signing.kid) return 'signing'
  return createdAt > signing.createdAt ? 'next' : 'verifying'
}

/**
 * `tokensUntil` once an application has those settings: shorter lives do not end the tokens that there are, nor those
 * of a sign-in that continues by refresh tokens.
 */
export function tokensUntilAfter({ settings, tokensUntil }: Application, next: ApplicationSettings, at: number) {
  const life = longestLifeMs(settings)
  if (longestLifeMs(next) >= life) return tokensUntil
  return Math.max(tokensUntil ?? 0, at + mostSkewMs + life)
}

/** The longest life of any kind of token. Refresh tokens that cannot be exchanged are worth nothing. */
function longestLifeMs(settings: ApplicationSettings): number {
  const { accessTokenSeconds, grantTokenSeconds, idTokenSeconds, externalAuthSeconds } = settings
  const refreshSeconds = settings.refreshTokens ? settings.refreshTokenSeconds : 0
  return Math.max(accessTokenSeconds, grantTokenSeconds, idTokenSeconds, externalAuthSeconds, refreshSeconds) * 1000
}
