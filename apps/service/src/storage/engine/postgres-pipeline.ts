import pg from 'pg'
import type { Row, Value } from './engine.ts'
import type { NamedStatement } from './postgres-statements.ts'

type Column = { name: string; parse(text: string): unknown }

/** The columns of each statement that a connection has prepared, by its name. */
const prepared = new WeakMap<pg.Connection, Map<string, readonly Column[]>>()

/**
 * Runs statements in one round trip (PostgreSQL documentation, "Pipelining"), and resolves with the rows of each. Unless one of
 * them begins a transaction block, they are a transaction of their own, which ends when this resolves. The first error ends it.
 * @throws the driver's error
 */
export function runPipeline(
  client: pg.ClientBase,
  statements: readonly NamedStatement[],
): Promise<readonly (readonly Row[])[]> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(statements, (error, { rows }) => (error ? reject(error) : resolve(rows))))
  })
}

/** The numbers of rows that statements touched, in their order, up to the one that failed. */
export type RowCounts = { counts: readonly number[]; error?: Error }

/** The same, but resolves with the number of rows that each statement touched, and with the error, if there was one. */
export function countPipeline(client: pg.ClientBase, statements: readonly NamedStatement[]): Promise<RowCounts> {
  return new Promise((resolve) => {
    client.query(new Pipeline(statements, (error, { counts }) => resolve(error ? { counts, error } : { counts })))
  })
}

type Results = { rows: readonly (readonly Row[])[]; counts: readonly number[] }

/**
 * The driver's `query` takes this besides texts (as from pg-cursor): it submits messages, and handles those that come
 * back. A prepared statement is described once per connection; the driver itself asks for the columns at each
 * execution.
 */
class Pipeline {
  /** The driver replaces it, to notice when it ran out of time. */
  callback: (error: Error | null | undefined) => void
  readonly #statements: readonly NamedStatement[]
  readonly #rows: Row[][]
  readonly #counts: number[] = []
  readonly #described = new Map<string, readonly Column[]>()
  #columns: Map<string, readonly Column[]> = new Map()
  /** The statement that the server is at. */
  #index = 0

  constructor(
    statements: readonly NamedStatement[],
    done: (error: Error | null | undefined, results: Results) => void,
  ) {
    this.#statements = statements
    this.#rows = statements.map(() => [])
    this.callback = (error) => done(error, { rows: this.#rows, counts: this.#counts })
  }

  submit(connection: pg.Connection): void {
    this.#columns = findPrepared(connection)
    connection.stream.cork()
    try {
      const sent = new Set<string>()
      for (const { name, text, values } of this.#statements) {
        const isPrepared = this.#columns.has(name) || sent.has(name)
        if (!isPrepared) parse(connection, { name, text })
        send(connection, 'bind', { statement: name, values: values.map(toText) })
        if (!isPrepared) send(connection, 'describe', { type: 'P' })
        send(connection, 'execute', null)
        sent.add(name)
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: getTypeParser(dataTypeID) }))
    this.#described.set(this.#statements[this.#index]!.name, columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { name } = this.#statements[this.#index]!
    const columns = this.#columns.get(name) ?? this.#described.get(name)!
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) {
      const text = fields[index]!
      row[column.name] = text === null ? null : column.parse(text)
    }
    this.#rows[this.#index]!.push(row)
  }

  /** A command tag ends in the number of rows, if the command touches rows (PostgreSQL documentation, "Message Formats"). */
  handleCommandComplete({ text }: { text: string }): void {
    this.#counts.push(Number(/\d+$/.exec(text)?.[0] ?? 0))
    this.#index++
  }

  handleReadyForQuery(): void {
    // Only now is it certain which ones the server has prepared: after an error, they are prepared again.
    for (const { name } of this.#statements)
      if (!this.#columns.has(name)) this.#columns.set(name, this.#described.get(name) ?? [])
    this.callback(null)
  }

  handleError(error: Error): void {
    this.callback(error)
  }
}

function findPrepared(connection: pg.Connection): Map<string, readonly Column[]> {
  const found = prepared.get(connection) ?? new Map<string, readonly Column[]>()
  prepared.set(connection, found)
  return found
}

/** After an error, the server can have prepared it already. Closing a statement that doesn't exist is no error. */
function parse(connection: pg.Connection, { name, text }: { name: string; text: string }): void {
  send(connection, 'close', { type: 'S', name })
  send(connection, 'parse', { name, text, types: [] })
}

/** The types of the driver have a second parameter, which it no longer reads. */
const send = <Message extends 'bind' | 'describe' | 'execute' | 'close' | 'parse'>(
  connection: pg.Connection,
  message: Message,
  content: Parameters<pg.Connection[Message]>[0],
): void => connection[message](content as never, true)

function toText(value: Value): string | Buffer | null {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}

/** Times and counters stay below 2^53, so an int8 is a number; bytes are returned as they were stored. */
function getTypeParser(oid: number): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8) return Number
  if (oid === pg.types.builtins.BYTEA) return (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))
  return pg.types.getTypeParser(oid, 'text')
}
