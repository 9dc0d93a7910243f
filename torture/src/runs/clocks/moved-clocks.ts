import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '@thumbturn/service-harness/service.ts'
import { clockPositions } from './positions.ts'

/** The clocks of node processes that start with `doubles/moving-clocks.ts`. */
export type MovedClocks = {
  /** The environment of a node, by which it finds its clock. */
  settingsOf(node: number): Record<string, string>
  /** The clock of a node as this process computes it. Setting it moves the node's. */
  of(node: number): Clock
  /** Lets time pass on every clock. Resolves once every node did what it does every minute, or after a minute. */
  pass(ms: number): Promise<void>
  /** How far a node's clock is ahead of the right time. */
  offset(node: number): number
  setOffset(node: number, ms: number): void
  /** Counts passes and steps. Undefined during a pass, until nodes have done what they do every minute. */
  moves(): number | undefined
  close(): void
}

const realMonotonic = () => Number(process.hrtime.bigint() / 1000n) / 1000

/** Beyond this, a node has another problem, which the calls show. */
const longestUpkeepMs = 60_000

/** Clocks that say `start` now. */
export function createMovedClocks(start: number, nodes: number): MovedClocks {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-clocks-'))
  const path = join(folder, 'clocks')
  const file = openSync(path, 'w+')
  const era = start - Date.now()
  const offsets = Array.from({ length: nodes }, () => 0)
  let elapsed = 0
  let moves = 0
  let isPassing = false
  const write = (position: number, ms: number) => {
    const value = new Float64Array([ms])
    writeSync(file, value, 0, value.byteLength, position * value.byteLength)
    moves++
  }
  const advance = (ms: number) => {
    elapsed += ms
    write(clockPositions.elapsed, elapsed)
  }
  const readUpkeep = (node: number) => {
    const value = new Float64Array(1)
    readSync(file, value, 0, value.byteLength, (clockPositions.firstUpkeep + node) * value.byteLength)
    return value[0]!
  }
  const hasKeptUp = () => offsets.every((_, node) => readUpkeep(node) >= elapsed)
  const setOffset = (node: number, ms: number) => {
    offsets[node] = ms
    write(clockPositions.firstOffset + node, ms)
  }
  write(clockPositions.era, era)
  advance(0)
  for (const node of offsets.keys()) setOffset(node, 0)
  return {
    settingsOf: (node) => ({ TORTURE_CLOCKS: path, TORTURE_CLOCK: String(node) }),
    of: (node) => ({
      now: () => Date.now() + era + elapsed + offsets[node]!,
      monotonic: () => realMonotonic() + elapsed,
      advance,
      set: (byMs) => setOffset(node, offsets[node]! + byMs),
    }),
    async pass(ms) {
      isPassing = true
      advance(ms)
      for (const end = performance.now() + longestUpkeepMs; !hasKeptUp() && performance.now() < end; ) await pause(20)
      isPassing = false
    },
    offset: (node) => offsets[node]!,
    setOffset,
    moves: () => (isPassing ? undefined : moves),
    close() {
      closeSync(file)
      rmSync(folder, { recursive: true })
    },
  }
}
