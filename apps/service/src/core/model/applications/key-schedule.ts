import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { mostSkewMs } from '../../clock.ts'
import type { Application, SigningKey } from './application.ts'

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

/** The key that signs, of the keys in use, newest first: the newest that every verifier knows, else the oldest. */
export const findSigningKey = (keys: readonly SigningKey[], at: number): SigningKey | undefined =>
  keys.find(({ createdAt }) => createdAt + leadMs <= at) ?? keys.at(-1)

/**
 * When the last token of a key expires; undefined for the newest key in use. It signs until its successor does, by the
 * slowest clock, and its tokens may have longer lifetimes than today's settings.
 */
export function findRetirement(application: Application, keys: readonly SigningKey[], kid: string): number | undefined {
  const successor = keys[keys.findIndex((key) => key.kid === kid) - 1]
  if (!successor) return undefined
  const lastSignedAt = successor.createdAt + leadMs + mostSkewMs
  return Math.max(lastSignedAt + longestLifeMs(application.settings), application.tokensUntil ?? 0)
}

/** Every key of an application, newest first, with its schedule. */
export function listKeyTimes(application: Application, keys: readonly SigningKey[], at: number): KeyTimes[] {
  const usable = filterInUse(keys)
  const signing = findSigningKey(usable, at)
  return keys.map(({ kid, createdAt, retiredAt }) => {
    const state = retiredAt !== undefined ? 'retired' : stateBeside(signing, { kid, createdAt })
    const isNext = state === 'next'
    return {
      kid,
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
