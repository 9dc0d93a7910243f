import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { Eventual } from '../../core/after.ts'
import { badRequest } from '../../core/errors.ts'
import type { Input } from '../columns.ts'
import type { Tables } from '../schema.ts'
import type { Engine, Outcome, Step, Value } from './engine.ts'

/** The base of the stores: one set of queries for every engine. */
export type Database = {
  /** Builds queries, which `prepareRead` and `prepareStep` compile. It never runs them. */
  query: Kysely<Tables>
  engine: Engine
  /** All steps or nothing, on disk when it resolves. With several conflicts, the earliest step's is reported. */
  write(steps: readonly Step[]): Promise<Outcome>
  /**
   * The same, for steps whose result is the number of rows that each one touched: none if they conflict with `unless`.
   * @throws the engine's error for any other conflict
   */
  counted(steps: readonly Step[], unless?: string): Promise<readonly number[]>
}

type Compilable<Row> = { compile(): CompiledQuery<Row> }

export function databaseOver(engine: Engine): Database {
  const write = (steps: readonly Step[]) => {
    for (const step of steps) rejectUnstorable(step.values)
    return engine.write(steps)
  }
  return {
    query: engine.builder,
    engine,
    write,
    async counted(steps, unless) {
      // Those that keep the tables small touch many rows.
      const outcome = await write(steps.map((step) => ({ ...step, isQuick: false })))
      if (!('conflict' in outcome)) return outcome.counts
      if (outcome.conflict === unless) return steps.map(() => 0)
      throw outcome.cause
    },
  }
}

/**
 * Compiles a read at its first use; each call only binds values. `build` gets placeholders instead of arguments, so it can pass them
 * on but not inspect them.
 */
export const prepareRead = <Arguments extends object, Row>(
  db: Database,
  build: (given: Arguments) => Compilable<Row>,
): ((given: Arguments) => Eventual<readonly Row[]>) => prepareReads(db, build, { isQuick: false })

/** The same for a read of a few rows by their keys, which shares its round trip with others. */
export const prepareLookup = <Arguments extends object, Row>(
  db: Database,
  build: (given: Arguments) => Compilable<Row>,
): ((given: Arguments) => Eventual<readonly Row[]>) => prepareReads(db, build, { isQuick: true })

function prepareReads<Arguments extends object, Row>(
  { engine }: Database,
  build: (given: Arguments) => Compilable<Row>,
  { isQuick, properties }: { isQuick: boolean; properties?: Properties },
): (given: Arguments) => Eventual<readonly Row[]> {
  const compile = compileOnce(build, properties)
  return (given) => {
    const { sql, bind } = compile()
    const values = bind(given)
    rejectUnstorable(values)
    return engine.read({ sql, values, isQuick, owner: findOwner(given) }) as Eventual<readonly Row[]>
  }
}

/** Compiles a step of a batch at its first use. With `properties`, its arguments are of an entity, and stored as these say. */
export function prepareStep<Arguments extends object>(
  table: keyof Tables,
  build: (given: Arguments) => Compilable<unknown>,
  properties?: Properties,
): (given: Arguments) => Step {
  const compile = compileOnce(build, properties)
  return (given) => {
    const { sql, bind } = compile()
    return { sql, values: bind(given), table, required: false, isQuick: true, owner: findOwner(given) }
  }
}

/** The application that a prepared statement is about, which its arguments name as an entity or as a row does. */
const findOwner = (given: { appId?: unknown; app_id?: unknown }): string | undefined => {
  const owner = given.appId ?? given.app_id
  return typeof owner === 'string' ? owner : undefined
}

/** An insert of whole entities. */
export function prepareInsert<Name extends keyof Tables, T extends TableDescription<Name>>(
  { query }: Database,
  table: T & TableDescription<Name>,
): (entity: Input<T>) => Step {
  return prepareStep(
    table.name,
    (given: object) => query.insertInto(table.name).values(row(table, given)),
    table.properties,
  ) as (entity: Input<T>) => Step
}

/** An insert that replaces the row with the same key, except for the columns in `keep`. */
export function prepareUpsert<Name extends keyof Tables, T extends TableDescription<Name>>(
  { query }: Database,
  table: T & TableDescription<Name>,
  { key = table.key, keep = [] }: { key?: readonly string[]; keep?: readonly string[] } = {},
): (entity: Input<T>) => Step {
  const replaced = table.all.filter((column) => !key.includes(column) && !keep.includes(column))
  return prepareStep(
    table.name,
    (given: object) =>
      query
        .insertInto(table.name)
        .values(row(table, given))
        .onConflict((conflict) => {
          const same = conflict.columns(key as never)
          if (replaced.length === 0) return same.doNothing()
          const excluded = replaced.map((column) => [column, sql.ref(`excluded.${column}`)])
          return same.doUpdateSet(Object.fromEntries(excluded) as never)
        }),
    table.properties,
  ) as (entity: Input<T>) => Step
}

/** A read of the entities that have these properties. */
export const prepareFind = <
  Name extends keyof Tables,
  T extends TableDescription<Name>,
  Key extends keyof Input<T> & string,
>(
  db: Database,
  table: T & TableDescription<Name>,
  by: readonly Key[],
): ((given: Pick<Input<T>, Key>) => Promise<ReturnType<T['load']>[]>) => prepareList<Name, T, Key>(db, table, { by })

/** The same in an order, and only where the properties in `present` have a value. */
export function prepareList<
  Name extends keyof Tables,
  T extends TableDescription<Name>,
  Key extends keyof Input<T> & string,
>(
  db: Database,
  table: T & TableDescription<Name>,
  { by, present = [], order = {} }: Choice<Key> & { present?: readonly Property<T>[]; order?: Order<T> },
): (given: Pick<Input<T>, Key>) => Promise<ReturnType<T['load']>[]> {
  const build = (given: Keys) => {
    let rows = db.query
      .selectFrom<keyof Tables>(table.name)
      .select(table.columns as never)
      .where(({ and }) => and(matchKeys(table, by, given)))
    for (const property of present) rows = rows.where(reference(table, property), 'is not', null)
    for (const [property, direction] of Object.entries(order))
      rows = rows.orderBy(reference(table, property), direction as 'asc' | 'desc')
    return rows
  }
  const read = prepareReads(db, build, { isQuick: false, properties: table.properties })
  return async (given) => (await read(given)).map((found) => table.load(found as never) as ReturnType<T['load']>)
}

/** A step that sets properties of the rows with other properties, where those in `absent` have no value. */
export function prepareUpdate<
  Name extends keyof Tables,
  T extends TableDescription<Name>,
  Key extends Property<T>,
  Changed extends Property<T>,
>(
  { query }: Database,
  table: T & TableDescription<Name>,
  { by, set, absent = [] }: Choice<Key> & { set: readonly Changed[]; absent?: readonly Property<T>[] },
): (given: Pick<Input<T>, Key | Changed>) => Step {
  const build = (given: Keys) => {
    const values = set.map((property) => [table.properties[property]!.column, given[property]])
    let rows = query
      .updateTable<keyof Tables>(table.name)
      .set(Object.fromEntries(values) as never)
      .where(({ and }) => and(matchKeys(table, by, given)))
    for (const property of absent) rows = rows.where(reference(table, property), 'is', null)
    return rows
  }
  return prepareStep(table.name, build, table.properties)
}

/** A step that deletes the rows with these properties. */
export function prepareDelete<
  Name extends keyof Tables,
  T extends TableDescription<Name>,
  Key extends keyof Input<T> & string,
>({ query }: Database, table: T & TableDescription<Name>, by: readonly Key[]): (given: Pick<Input<T>, Key>) => Step {
  const build = (given: Keys) =>
    query.deleteFrom<keyof Tables>(table.name).where(({ and }) => and(matchKeys(table, by, given)))
  return prepareStep(table.name, build, table.properties)
}

type Keys = Readonly<Record<string, unknown>>

type Property<T> = keyof Input<T> & string

type Choice<Key> = { by: readonly Key[] }

type Order<T> = { readonly [P in Property<T>]?: 'asc' | 'desc' }

/** The part of a table's description that these functions need. */
type TableDescription<Name extends keyof Tables> = {
  name: Name
  key: readonly string[]
  all: readonly string[]
  columns: readonly string[]
  properties: Properties
  store(entity: never): Tables[Name]
  load(row: never): unknown
}

type Properties = Readonly<Record<string, { column: string; kind: { store(value: unknown): unknown } }>>

const reference = ({ name, properties }: TableDescription<keyof Tables>, property: string) =>
  sql.ref(`${name}.${properties[property]!.column}`)

/** The given properties by their columns. */
const matchKeys = ({ name, properties }: TableDescription<keyof Tables>, by: readonly string[], given: Keys) =>
  Object.fromEntries(by.map((property) => [`${name}.${properties[property]!.column}`, given[property]])) as never

/** Every column takes its value from a placeholder; TypeScript can't follow that for a table that the caller chooses. */
const row = ({ properties }: { properties: Properties }, given: object) =>
  Object.fromEntries(
    Object.entries(properties).map(([property, { column }]) => [column, given[property as keyof object]]),
  ) as never

/** The batch is undone unless this step touches a row; the conflict is named `<table>_missing`. */
export const required = (step: Step): Step => ({ ...step, required: true })

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`A prepared query looked at its argument ${this.name}; it can only pass it on`)
  }
}

type BoundStatement<Arguments> = { sql: string; bind(given: Arguments): Value[] }

/** The compilations of the stores that are being created. */
let collected: (() => unknown)[] | undefined

/** Creates stores, and returns them with what compiles each of their statements that was not used yet. */
export function collectCompilations<Stores>(create: () => Stores): [Stores, compilations: readonly (() => unknown)[]] {
  const compilations: (() => unknown)[] = []
  collected = compilations
  try {
    return [create(), compilations]
  } finally {
    collected = undefined
  }
}

/** Not before it is needed: the statements of a store are hundreds, which take a quarter of the time of a start. */
function compileOnce<Arguments extends object>(
  build: (given: Arguments) => Compilable<unknown>,
  properties?: Properties,
) {
  let compiled: BoundStatement<Arguments> | undefined
  const compile = () => {
    compiled ??= compileNow(build, properties)
    return compiled
  }
  collected?.push(compile)
  return compile
}

function compileNow<Arguments extends object>(
  build: (given: Arguments) => Compilable<unknown>,
  properties?: Properties,
): BoundStatement<Arguments> {
  const placeholders = new Proxy({} as Arguments, { get: (_, name) => new Placeholder(String(name)) })
  const { sql, parameters } = build(placeholders).compile()
  const sources = parameters.map((parameter) => {
    if (!(parameter instanceof Placeholder)) return () => parameter
    const name = parameter.name as keyof Arguments
    const kind = properties?.[parameter.name]?.kind
    return kind ? (given: Arguments) => kind.store(given[name]) : (given: Arguments) => given[name]
  })
  return { sql, bind: (given) => sources.map((read) => read(given)) as Value[] }
}

/** PostgreSQL can't store U+0000, and changes lone surrogates. Reject both on both engines. */
function rejectUnstorable(values: readonly Value[]) {
  for (const value of values) {
    if (typeof value !== 'string') continue
    if (value.includes('\0')) throw badRequest('Text must not contain the character U+0000')
    if (!value.isWellFormed()) throw badRequest('Text must be well-formed Unicode')
  }
}
