import type { CompiledQuery, Kysely } from 'kysely'
import { badRequest } from '../../core/errors.ts'
import type { Tables } from '../schema.ts'
import type { Engine, Step, Value } from './engine.ts'

/** What the stores build on: one set of queries for every engine. */
export type Database = {
  /** Builds queries; `prepareRead` and `prepareStep` compile them. It never runs them itself. */
  query: Kysely<Tables>
  engine: Engine
  /**
   * The one write primitive: all steps or nothing, on disk when it resolves. Undefined when written; otherwise nothing
   * was, and the answer is the one given for the conflict's name (see `Outcome`). With several conflicts, the earliest
   * step's wins.
   * @throws the engine's error for a conflict that has no answer here
   */
  atomically<Answer = never>(
    steps: readonly Step[],
    answers?: Readonly<Record<string, Answer>>,
  ): Promise<Answer | undefined>
  /**
   * The same, answering the rows that each step touched: none where it conflicts with `unless`.
   * @throws the engine's error for any other conflict
   */
  counted(steps: readonly Step[], unless?: string): Promise<readonly number[]>
}

type Compilable<Row> = { compile(): CompiledQuery<Row> }

export function databaseOver(engine: Engine): Database {
  const write = (steps: readonly Step[]) => {
    for (const step of steps) refuseUnstorable(step.values)
    return engine.write(steps)
  }
  return {
    query: engine.builder,
    engine,
    async atomically(steps, answers = {}) {
      const outcome = await write(steps)
      if (!('conflict' in outcome)) return undefined
      if (Object.hasOwn(answers, outcome.conflict)) return answers[outcome.conflict]
      throw outcome.cause
    },
    async counted(steps, unless) {
      const outcome = await write(steps)
      if (!('conflict' in outcome)) return outcome.counts
      if (outcome.conflict === unless) return steps.map(() => 0)
      throw outcome.cause
    },
  }
}

/**
 * Compiles a read once; each call only binds values. `build` sees placeholders instead of arguments, so it may pass
 * them on but not look at them.
 */
export function prepareRead<Arguments extends object, Row>(
  { engine }: Database,
  build: (given: Arguments) => Compilable<Row>,
): (given: Arguments) => Promise<readonly Row[]> {
  const { sql, bind } = compileOnce(build)
  return async (given) => {
    const values = bind(given)
    refuseUnstorable(values)
    return engine.read({ sql, values }) as Promise<readonly Row[]>
  }
}

/** The same for a step of a batch. */
export function prepareStep<Arguments extends object>(
  table: keyof Tables,
  build: (given: Arguments) => Compilable<unknown>,
): (given: Arguments) => Step {
  const { sql, bind } = compileOnce(build)
  return (given) => ({ sql, values: bind(given), table, demanded: false })
}

/** An insert of whole rows; every row has the same members, as the first has. */
export function prepareInsert<Table extends keyof Tables>(
  { query }: Database,
  table: Table,
): (row: Tables[Table]) => Step {
  let insert: ((row: Tables[Table]) => Step) | undefined
  const build = (columns: string[]) =>
    prepareStep(table, (given: Tables[Table]) => {
      const row = Object.fromEntries(columns.map((column) => [column, given[column as keyof Tables[Table]]]))
      return query.insertInto<keyof Tables>(table).values(row as never)
    })
  return (row) => {
    insert ??= build(Object.keys(row))
    return insert(row)
  }
}

/** The batch is undone unless this step touches a row; its conflict is named `<table>_missing`. */
export const demanded = (step: Step): Step => ({ ...step, demanded: true })

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`A prepared query looked at its argument ${this.name}; it may only pass it on`)
  }
}

function compileOnce<Arguments extends object>(build: (given: Arguments) => Compilable<unknown>) {
  const placeholders = new Proxy({} as Arguments, { get: (_, name) => new Placeholder(String(name)) })
  const { sql, parameters } = build(placeholders).compile()
  const bind = (given: Arguments) =>
    parameters.map((parameter) =>
      parameter instanceof Placeholder ? given[parameter.name as keyof Arguments] : parameter,
    ) as Value[]
  return { sql, bind }
}

/** PostgreSQL cannot keep U+0000, and a lone surrogate would come back as another character: both engines refuse both. */
function refuseUnstorable(values: readonly Value[]) {
  for (const value of values) {
    if (typeof value !== 'string') continue
    if (value.includes('\0')) throw badRequest('Text must not contain the character U+0000')
    if (!value.isWellFormed()) throw badRequest('Text must be well-formed Unicode')
  }
}
