import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { badRequest } from '../../core/errors.ts'
import type { Input } from '../columns.ts'
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

/** An insert of whole entities. */
export function prepareInsert<Name extends keyof Tables, T extends Described<Name>>(
  { query }: Database,
  table: T & Described<Name>,
): (entity: Input<T>) => Step {
  const insert = prepareStep(table.name, (given: Tables[Name]) =>
    query.insertInto(table.name).values(row(table, given)),
  )
  return (entity) => insert(table.store(entity as never))
}

/** The same, where a row that has the same key is replaced; `keep` names what of it stays as it is. */
export function prepareUpsert<Name extends keyof Tables, T extends Described<Name>>(
  { query }: Database,
  table: T & Described<Name>,
  { key = table.key, keep = [] }: { key?: readonly string[]; keep?: readonly string[] } = {},
): (entity: Input<T>) => Step {
  const replaced = table.all.filter((column) => !key.includes(column) && !keep.includes(column))
  const upsert = prepareStep(table.name, (given: Tables[Name]) =>
    query
      .insertInto(table.name)
      .values(row(table, given))
      .onConflict((conflict) => {
        const same = conflict.columns(key as never)
        if (replaced.length === 0) return same.doNothing()
        const excluded = replaced.map((column) => [column, sql.ref(`excluded.${column}`)])
        return same.doUpdateSet(Object.fromEntries(excluded) as never)
      }),
  )
  return (entity) => upsert(table.store(entity as never))
}

/** What an insert needs of a table's description. */
type Described<Name extends keyof Tables> = {
  name: Name
  key: readonly string[]
  all: readonly string[]
  store(entity: never): Tables[Name]
}

/** Every column takes its value from the row that is given later; the types of a table chosen later don't show that. */
const row = ({ all }: { all: readonly string[] }, given: object) =>
  Object.fromEntries(all.map((column) => [column, given[column as keyof object]])) as never

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
