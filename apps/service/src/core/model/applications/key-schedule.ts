import type { Application, ApplicationSettings, SigningKey } from './application.ts'

/** Seconds for which verifiers may keep the key set: its Cache-Control says so. */
export const keySetSeconds = 300
/** A node looks for changed keys after this time, should it have missed that the application was changed. */
export const keysKeptMs = 60_000
/** How far the clocks of two nodes may be apart. */
const clockSlackMs = 60_000

/** From when a key is made until it signs: by then everybody has given up the key set that lacks it. */
export const leadMs = keySetSeconds * 1000 + keysKeptMs + clockSlackMs

/** Published before its turn; signing; no longer signing, while its tokens live; refused. */
export type KeyState = 'next' | 'signing' | 'verifying' | 'retired'

/** Where a key is in its life. All times follow from what is stored, so that every node tells the same. */
export type KeyTimes = {
  kid: string
  state: KeyState
  createdAt: number
  /** When a `next` one will sign. */
  signsAt: number | undefined
  /** When one that has a successor will be retired. */
  retiresAt: number | undefined
  retiredAt: number | undefined
}

/** Keys in use: published, and good for verifying. */
export const inUse = (keys: readonly SigningKey[]) => keys.filter(({ retiredAt }) => retiredAt === undefined)

/** Which of the keys in use, newest first, signs: the newest that everybody can know, else the one known longest. */
export const signingAt = (keys: readonly SigningKey[], at: number): SigningKey | undefined =>
  keys.find(({ createdAt }) => createdAt + leadMs <= at) ?? keys.at(-1)

/**
 * When the last token of a key has ended; undefined for the newest of the keys in use. It signed until its successor
 * did, by the slowest clock, and tokens may have lived longer than they do by today's settings.
 */
export function retiresAt(application: Application, keys: readonly SigningKey[], kid: string): number | undefined {
  const successor = keys[keys.findIndex((key) => key.kid === kid) - 1]
  if (!successor) return undefined
  const lastSignedAt = successor.createdAt + leadMs + clockSlackMs
  return Math.max(lastSignedAt + longestLifeMs(application.settings), application.tokensUntil ?? 0)
}

/** Every key of an application, newest first as they are stored, with its times. */
export function keyTimes(application: Application, keys: readonly SigningKey[], at: number): KeyTimes[] {
  const usable = inUse(keys)
  const signing = signingAt(usable, at)
  return keys.map(({ kid, createdAt, retiredAt }) => {
    const state = retiredAt !== undefined ? 'retired' : stateBeside(signing, { kid, createdAt })
    const isNext = state === 'next'
    return {
      kid,
      state,
      createdAt,
      signsAt: isNext ? createdAt + leadMs : undefined,
      retiresAt: state === 'retired' ? undefined : retiresAt(application, usable, kid),
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
 * of a sign-in that goes on by refresh tokens.
 */
export function tokensUntilAfter({ settings, tokensUntil }: Application, next: ApplicationSettings, at: number) {
  const life = longestLifeMs(settings)
  if (longestLifeMs(next) >= life) return tokensUntil
  return Math.max(tokensUntil ?? 0, at + clockSlackMs + life)
}

/** The longest life of any kind of token. Refresh tokens that cannot be exchanged are worth nothing. */
function longestLifeMs(settings: ApplicationSettings): number {
  const { accessTokenSeconds, grantTokenSeconds, idTokenSeconds, externalAuthSeconds } = settings
  const refreshSeconds = settings.refreshTokens ? settings.refreshTokenSeconds : 0
  return Math.max(accessTokenSeconds, grantTokenSeconds, idTokenSeconds, externalAuthSeconds, refreshSeconds) * 1000
}
