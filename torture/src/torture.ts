import type { Plan } from './common/installation.ts'
import type { Findings, Order, Variant } from './run.ts'

/** A service or database without one safeguard, which the run must catch. */
export type Control = Variant & { without: string; plan: Partial<Plan> }

/** The run of a name on the command line. */
export type Torture = {
  target: string
  summary: string
  variants: readonly Variant[]
  /** Of each variant, unless the command line says otherwise. */
  rounds: number
  plan: Partial<Plan>
  controls: readonly Control[]
  run(plan: Plan, order: Order): Promise<Findings>
}

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** How a variant is called in records. */
export const describeVariant = ({ engine, nodes }: Variant) =>
  `${engineNames[engine]}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`
