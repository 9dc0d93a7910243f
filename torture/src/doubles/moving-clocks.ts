import { openSync, readSync, writeSync } from 'node:fs'
import { clockPositions } from '../runs/clocks/positions.ts'
import { replaceModule } from './replace.ts'

const { TORTURE_CLOCKS = '', TORTURE_CLOCK = '0' } = process.env
const file = openSync(TORTURE_CLOCKS, 'r+')
const value = new Float64Array(1)

/** Milliseconds from the file, which the harness changes at any time. */
function read(position: number): number {
  readSync(file, value, 0, value.byteLength, position * value.byteLength)
  return value[0]!
}

const realNow = Date.now
const realMonotonic = process.hrtime.bigint
const { era, elapsed, firstOffset, firstUpkeep } = clockPositions
const now = () => realNow() + read(era) + read(elapsed) + read(firstOffset + Number(TORTURE_CLOCK))

/** The clock of the database server doesn't follow those of the nodes. */
export const movedServerTime = (realMs: number) => realMs + read(era) + read(elapsed)

export const readElapsed = () => read(elapsed)

/** Tells the harness that what this node does every minute was done, and how much time had elapsed. */
export function noteUpkeep(elapsedMs: number) {
  writeSync(
    file,
    new Float64Array([elapsedMs]),
    0,
    value.byteLength,
    (firstUpkeep + Number(TORTURE_CLOCK)) * value.byteLength,
  )
}

const Real = Date
globalThis.Date = new Proxy(Real, {
  construct: (target, given, created) => Reflect.construct(target, given.length === 0 ? [now()] : given, created),
  apply: () => new Real(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
process.hrtime.bigint = () => realMonotonic() + BigInt(Math.round(read(elapsed) * 1e6))

// Minutes pass at once, so what runs every minute has to follow.
const realInterval = globalThis.setInterval
const [minuteMs, shownMs] = [60_000, 100]
globalThis.setInterval = ((run: () => void, ms: number, ...given: unknown[]) =>
  realInterval(run, ms === minuteMs ? shownMs : ms, ...(given as []))) as typeof setInterval

replaceModule('core/watermark.ts', './moved-watermark.ts')
replaceModule('storage/engine/postgres.ts', './moved-postgres.ts')
