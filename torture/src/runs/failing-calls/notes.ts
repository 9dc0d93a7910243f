import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dependency } from './faults.ts'

/** A request that was made with each of its calls failed, in their order. */
export type Climb = { route: string; succeeded: boolean; failed: readonly Dependency[] }

/** The findings of the process of a suite. */
export type Notes = { climbs: Climb[]; absorbed: string[]; violations: string[] }

export const notes: Notes = { climbs: [], absorbed: [], violations: [] }

/** Collects what a suite finds; the run that started it reads that. */
export const note = {
  climb: (climb: Climb) => void notes.climbs.push(climb),
  /** A failure that the service tolerates: the request succeeded. */
  absorbed: (route: string, dependency: Dependency) => void notes.absorbed.push(`${route}: ${dependency}`),
  violation: (text: string) => void notes.violations.push(text),
}

/** Writes the notes when the process ends. */
export function keepNotes(folder: string) {
  process.once('exit', () => writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(notes)))
}

/** The end of a violation if the service responded with success although its commit failed. */
export const unstored = 'a success that is not stored'
