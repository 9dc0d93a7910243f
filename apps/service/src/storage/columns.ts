/** How a property of an entity is kept in a column: `StoredValue` is the type that the database sees. */
export type Kind<Value, StoredValue, Name extends string = string, Presence extends string = 'always'> = {
  store(value: Value): StoredValue
  load(stored: StoredValue): Value
  /** Undefined: the property's own name in snake case. */
  column?: Name | undefined
  /** always: a property of every entity · present: only where it has a value · hidden: stored, but never loaded. */
  presence: Presence
}

type Columns = Readonly<Record<string, Kind<unknown, unknown, string, string>>>

const same = <StoredValue, Value extends StoredValue = StoredValue>(): Kind<Value, StoredValue, never> => ({
  store: (value) => value,
  load: (stored) => stored as Value,
  presence: 'always',
})

export const text = <Value extends string = string>() => same<string, Value>()
export const number = () => same<number>()
export const bytes = () => same<Uint8Array>()

/** 0 or 1; no engine needs a type of its own for it. */
export const flag = (): Kind<boolean, number, never> => ({
  store: Number,
  load: (stored) => stored === 1,
  presence: 'always',
})

export const json = <Value>(): Kind<Value, string, never> => ({
  store: (value) => JSON.stringify(value),
  load: (stored) => JSON.parse(stored) as Value,
  presence: 'always',
})

type Nullable<Value, StoredValue, Name extends string, Presence extends string> = Kind<
  Value | undefined,
  StoredValue | null,
  Name,
  Presence
>

const nullable = <Value, StoredValue, Name extends string>({
  store,
  load,
  column,
}: Kind<Value, StoredValue, Name>) => ({
  column,
  store: (value: Value | undefined) => (value === undefined ? null : store(value)),
  load: (stored: StoredValue | null) => (stored === null ? undefined : load(stored)),
})

/** Null for undefined; the property is always there. */
export const optional = <Value, StoredValue, Name extends string>(
  kind: Kind<Value, StoredValue, Name>,
): Nullable<Value, StoredValue, Name, 'always'> => ({ ...nullable(kind), presence: 'always' })

/** Null for undefined; without a value, the entity doesn't have the property. */
export const omittable = <Value, StoredValue, Name extends string>(
  kind: Kind<Value, StoredValue, Name>,
): Nullable<Value, StoredValue, Name, 'present'> => ({ ...nullable(kind), presence: 'present' })

/** 1 for true, 0 otherwise; an entity has the property only where it is true. */
export const onlyTrue = (): Kind<boolean | undefined, number, never, 'present'> => ({
  store: (value) => Number(value ?? false),
  load: (stored) => (stored === 1 ? true : undefined),
  presence: 'present',
})

/** A column that is written and used in queries, but no part of what is read. */
export const hidden = <Value, StoredValue, Name extends string>(
  kind: Kind<Value, StoredValue, Name>,
): Kind<Value, StoredValue, Name, 'hidden'> => ({ ...kind, presence: 'hidden' })

/** A column whose name is not the property's. */
export const named = <const Name extends string, Value, StoredValue>(
  column: Name,
  kind: Kind<Value, StoredValue, never>,
): Kind<Value, StoredValue, Name> => ({ ...kind, column })

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Snake<Rest>}`
    : `_${Lowercase<First>}${Snake<Rest>}`
  : Name

type ColumnName<Property extends string, K> = K extends { column?: infer Name extends string | undefined }
  ? [NonNullable<Name>] extends [never]
    ? Snake<Property>
    : string extends Name
      ? Snake<Property>
      : NonNullable<Name>
  : never

type Value<K extends Columns[string]> = ReturnType<K['load']>

type PropertyWith<C extends Columns, Presence extends string> = {
  [Property in keyof C & string]: C[Property]['presence'] extends Presence ? Property : never
}[keyof C & string]

type RowOf<C extends Columns, Property extends keyof C & string> = {
  [P in Property as ColumnName<P, C[P]>]: ReturnType<C[P]['store']>
}

type LoadedRow<C extends Columns> = RowOf<C, PropertyWith<C, 'always' | 'present'>>

type EntityOf<C extends Columns> = { [P in PropertyWith<C, 'always'>]: Value<C[P]> } & {
  [P in PropertyWith<C, 'present'>]?: Value<C[P]>
}

type InputOf<C extends Columns> = EntityOf<C> & { [P in PropertyWith<C, 'hidden'>]: Value<C[P]> }

/** A select list and what makes an entity of a row that selects it. */
export type Selection<Columns extends string, Row, Entity> = { columns: readonly Columns[]; load(row: Row): Entity }

/** One table: its columns are listed once, and everything else follows from that. */
export type Table<Name extends string, C extends Columns> = Selection<
  `${Name}.${keyof LoadedRow<C> & string}`,
  LoadedRow<C>,
  EntityOf<C>
> & {
  name: Name
  /** The columns of the primary key. */
  key: readonly (keyof Row<C> & string)[]
  /** The names of all columns, hidden ones too. */
  all: readonly (keyof Row<C> & string)[]
  /** Of each property, its column and how its values are stored. */
  properties: Readonly<Record<string, { column: string; kind: Columns[string] }>>
  store(entity: InputOf<C>): Row<C>
  /** The same for joins: every column stands under its name with a prefix. With `properties`, only those are read. */
  prefixed<Prefix extends string, Property extends keyof EntityOf<C> & keyof C & string>(
    prefix: Prefix,
    properties?: readonly Property[],
  ): Selection<
    { [Column in ColumnsOf<C, Property>]: `${Name}.${Column} as ${Prefix}${Column}` }[ColumnsOf<C, Property>],
    { [Column in ColumnsOf<C, Property> as `${Prefix}${Column}`]: RowOf<C, Property>[Column] },
    Pick<EntityOf<C>, Property>
  >
}

type ColumnsOf<C extends Columns, Property extends keyof C & string> = keyof RowOf<C, Property> & string

/** The row of a table as the database sees it, for all its columns. */
export type Row<C extends Columns> = RowOf<C, keyof C & string>

/** The row type of a table: `StoredRow<typeof passkeys>`. */
export type StoredRow<T> = T extends Table<string, infer C> ? Row<C> : never

/** The input of an insert into a table. */
export type Input<T> = T extends { store(entity: infer Entity): unknown } ? Entity : never

const toColumn = (property: string, { column }: Columns[string]) =>
  column ?? property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Describes a table: its name, its columns by the property that each one keeps, and the columns of its primary key. */
export function table<const Name extends string, C extends Columns>(
  name: Name,
  columns: C,
  key: NoInfer<readonly (keyof Row<C> & string)[]>,
): Table<Name, C> {
  const all = Object.entries(columns).map(([property, kind]) => ({ property, kind, column: toColumn(property, kind) }))
  const loaded = all.filter(({ kind }) => kind.presence !== 'hidden')
  const createLoad = (prefix: string, chosen = loaded) => {
    // Names are put together once, not for each row: looking up a name that was just made costs more than the rest.
    const sources = chosen.map(({ column, ...rest }) => ({ ...rest, source: `${prefix}${column}` }))
    return (row: Readonly<Record<string, unknown>>) => {
      const entity: Record<string, unknown> = {}
      for (const { property, kind, source } of sources) {
        const value = kind.load(row[source])
        if (value !== undefined || kind.presence === 'always') entity[property] = value
      }
      return entity
    }
  }
  const store = (entity: Readonly<Record<string, unknown>>) => {
    const stored: Record<string, unknown> = {}
    for (const { property, kind, column } of all) stored[column] = kind.store(entity[property])
    return stored
  }
  const built = {
    name,
    key,
    all: all.map(({ column }) => column),
    properties: Object.fromEntries(all.map(({ property, ...rest }) => [property, rest])),
    columns: loaded.map(({ column }) => `${name}.${column}`),
    load: createLoad(''),
    store,
    prefixed(prefix: string, properties?: readonly string[]) {
      const chosen = loaded.filter(({ property }) => properties?.includes(property) ?? true)
      return {
        columns: chosen.map(({ column }) => `${name}.${column} as ${prefix}${column}`),
        load: createLoad(prefix, chosen),
      }
    },
  }
  // Names are computed here and in the types by the same rule.
  return built as unknown as Table<Name, C>
}
