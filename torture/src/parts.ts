import { availableParallelism } from 'node:os'
import { findTarget } from './targets.ts'
import { describeVariant, type Torture } from './torture.ts'

/** A process of a complete run. Its title says which one, also to a later run that continues this one. */
export type Part = { title: string; target: string; cores: number; args: readonly string[] }

const allCores = availableParallelism()
/** A run without a time of its own ends after its rounds; this only ends one that hangs. */
const longestMinutes = 180

/** The parts of a target: those of each variant, and one with all controls. */
export function listParts(name: string, torture: Torture, seed: number): Part[] {
  const { target, variants, controls, minutes = longestMinutes, parts = 1 } = torture
  const rounds = Math.ceil(torture.rounds / parts)
  const create = (title: string, args: readonly string[]): Part => ({
    title: `${target}, ${title}`,
    target,
    cores: countCores(torture),
    args: [name, '--json', '--minutes', String(minutes), '--rounds', String(rounds), ...args],
  })
  const runs = variants.flatMap((variant, number) => {
    const own = ['--only', 'runs', '--engine', variant.engine, '--nodes', String(variant.nodes)]
    return Array.from({ length: parts }, (_, at) => {
      const title = `${describeVariant(variant)}${parts === 1 ? '' : `, part ${at + 1} of ${parts}`}`
      return create(title, [...own, '--seed', String(seed + (number * parts + at) * rounds)])
    })
  })
  return [...runs, ...(controls.length > 0 ? [create('controls', ['--only', 'controls', '--seed', String(seed)])] : [])]
}

/** Other work would disturb a target that is about times. */
function countCores({ target, cores = 1 }: Torture): number {
  const { limits = {} } = findTarget(target).requirement
  return Object.keys(limits).some((figure) => /(Ms|Micros)$/.test(figure)) ? allCores : Math.min(cores, allCores)
}

/** Runs the work on each part, as many at a time as there are cores for, in this order as far as possible. */
export async function runParts(parts: readonly Part[], work: (part: Part) => Promise<void>): Promise<void> {
  const waiting = [...parts]
  const running = new Map<Part, Promise<void>>()
  while (waiting.length > 0 || running.size > 0) {
    const free = allCores - running.keys().reduce((sum, { cores }) => sum + cores, 0)
    const next = waiting.findIndex(({ cores }) => cores <= free)
    const [part] = next < 0 ? [] : waiting.splice(next, 1)
    if (part) {
      const done = work(part).finally(() => running.delete(part))
      running.set(part, done)
    } else await Promise.race(running.values())
  }
}
