import { mostSkewMs } from './clock.ts'
import type { SpentSessionStore } from './ports/stores/spent-sessions.ts'
import type { SpentSession } from './spent-session.ts'

/** The installation's watermark as this node last read it: milliseconds since 1970, initially 0. */
export type Watermark = {
  current(): number
  /** Raises it and forgets what is behind it, once a minute on every node; returns how many records. */
  advance(): Promise<number>
}

/** How far the watermark stays behind the clock, so that sessions don't end early on a node whose clock is behind. */
const lagMs = mostSkewMs
/** A watermark that is closer to the clock can be ahead of it when the session is spent. */
const closeMs = 30_000
/** Longer than a statement can run that started with the lower watermark: the database cancels it after ten seconds. */
const settledAfterMs = 30_000
/** How much faster than real time the watermark can rise, to catch up after a downtime. */
const mostSpeed = 2

/**
 * Keeps the watermark. A clock that is far ahead raises it by at most two minutes per minute, so a short jump doesn't
 * expire much of what nodes with a correct clock have dated.
 */
export function createWatermark(parts: { store: SpentSessionStore; now(): number; monotonic(): number }): Watermark {
  const { store, now, monotonic } = parts
  let seen: { value: number; at: number } | undefined

  async function raise(at: number): Promise<number> {
    const value = seen?.value ?? (await store.readWatermark())
    // If nothing was ever forgotten, there is nothing to catch up with.
    const most = value === 0 ? Number.POSITIVE_INFINITY : value + mostSpeed * (at - (seen?.at ?? at))
    return store.raiseWatermark(Math.floor(Math.min(now() - lagMs, most)))
  }

  return {
    current: () => seen?.value ?? 0,
    async advance() {
      const at = monotonic()
      const isSettled = seen !== undefined && at - seen.at >= settledAfterMs
      const forgotten = seen && isSettled ? await store.forgetUntil(seen.value) : 0
      if (!seen || isSettled) seen = { value: await raise(at), at }
      return forgotten
    },
  }
}

const slackMs = 24 * 3_600_000

/**
 * The record of a single-use token that can't be dated by the watermark, such as one that another party dates or verifies
 * too. It's remembered a day longer: the clock can be set back by up to a day without expiring new ones.
 */
export const toSpentToken = (id: string, expiresAt: number): SpentSession => ({ id, expiresAt: expiresAt + slackMs })

/**
 * Two lifetimes of a flow and ten minutes: the watermark can't rise by more during the flow, nor can this node's copy
 * be older.
 */
const flowMargin = { lives: 2, ms: 600_000 }

/**
 * Until when a session that ends at `endsAt` must be recorded as spent, if that is later than its end: the watermark is
 * at or ahead of this clock, so the session would count as expired from the start.
 */
export function findKeepUntil({ watermark, now, endsAt }: { watermark: number; now: number; endsAt: number }) {
  if (watermark < now - closeMs) return undefined
  return Math.max(endsAt, watermark + flowMargin.lives * (endsAt - now) + flowMargin.ms)
}
