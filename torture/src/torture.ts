import type { Plan } from './common/installation.ts'
import type { Findings, Order, Variant } from './run.ts'

/** A service or database without one safeguard, which the run must catch. */
export type Control = Variant & { without: string; plan: Partial<Plan> }

/** The run of a name on the command line. */
export type Torture = {
  target: string
  summary: string
  variants: readonly Variant[]
  /** Of each variant, unless the command line says otherwise; as many as the target requires. */
  rounds: number
  /** How long each variant of a complete run takes, for a target that isn't about rounds. */
  minutes?: number
  /** How many processes share the rounds of a variant in a complete run; each has its own seed, database, and record. */
  parts?: number
  /** How many cores a process keeps busy; 1 by default, and all for a target that is about times. */
  cores?: number
  /** Whether it is about what a disk keeps or how long it takes. Other runs have their files in memory. */
  needsDisk?: true
  plan: Partial<Plan>
  controls: readonly Control[]
  run(plan: Plan, order: Order): Promise<Findings>
}

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** How a variant is called in records. */
export const describeVariant = ({ engine, nodes }: Variant) =>
  `${engineNames[engine]}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`
