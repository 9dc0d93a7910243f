import type { SpentSessionStore } from './ports/stores/spent-sessions.ts'
import type { Spending } from './spent-session.ts'

/** The watermark of the installation as this node last saw it: milliseconds since 1970, 0 at first. */
export type Watermark = {
  current(): number
  /** Raises it and forgets what is behind it, once a minute on every node; returns how many records. */
  advance(): Promise<number>
}

/** How far the watermark stays behind the clock, so that a node whose clock is a minute behind forgets nothing early. */
const lagMs = 60_000
/** Longer than a statement can run that began when the watermark was lower: the database cuts it off after ten seconds. */
const settledAfterMs = 30_000
/** How much faster than real time the watermark can rise, to catch up after a downtime. */
const mostSpeed = 2

/**
 * Keeps the watermark. A clock that is far ahead raises it by two minutes a minute at most, so that a short jump doesn't
 * expire much of what others date by a right clock.
 */
export function createWatermark(parts: { store: SpentSessionStore; now(): number; monotonic(): number }): Watermark {
  const { store, now, monotonic } = parts
  let seen: { value: number; at: number } | undefined

  async function raise(at: number): Promise<number> {
    const value = seen?.value ?? (await store.readWatermark())
    // Where nothing was ever forgotten, there is nothing to catch up with.
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
 * The record of something single-use that another party's clock dates, or that other parties verify too: it can't be dated
 * by the watermark, so it is remembered a day longer. A clock can be set back by up to a day without expiring new ones.
 */
export const foreignSpending = (id: string, expiresAt: number): Spending => ({ id, expiresAt: expiresAt + slackMs })

/** Two lives of a flow and ten minutes: the watermark cannot rise by more while it runs, nor this node know it worse. */
const flowMargin = { lives: 2, ms: 600_000 }

/**
 * Until when a session that ends at `endsAt` must be recorded as spent, where that is not its end: the watermark is at or
 * ahead of this clock, so that it would be expired from the start.
 */
export function keepUntil({ watermark, now, endsAt }: { watermark: number; now: number; endsAt: number }) {
  if (watermark < now - lagMs / 2) return undefined
  return Math.max(endsAt, watermark + flowMargin.lives * (endsAt - now) + flowMargin.ms)
}
