import type { Engine, Step, Value } from '@thumbturn/service/storage/engine/engine.ts'

/**
 * The tables that a failed attempt can write to: attempts at a code, messages, calls, and the token with which a backend signed a request of the first
 * generation. Who tries again has a new token, and all the attempts that a test expects.
 */
const tables = ['codes', 'failures', 'message_counts', 'rate_limits', 'spent_sessions'] as const

type Row = Readonly<Record<string, Value>>

/** Reads what attempts use up. Returns what gives it back. */
export async function rememberAttempts(engines: Iterable<Engine>): Promise<() => Promise<void>> {
  const remembered = await Promise.all([...engines].map(rememberIn))
  return async () => void (await Promise.all(remembered.map((giveBack) => giveBack())))
}

async function rememberIn(engine: Engine) {
  const read = async (table: (typeof tables)[number]) => ({
    table,
    rows: (await engine.read({ sql: `select * from ${table}`, values: [] })) as readonly Row[],
  })
  const before = await Promise.all(tables.map(read))
  return async () => {
    const steps = before.flatMap(({ table, rows }) => [
      toStep(table, `delete from ${table}`),
      ...rows.map((row) => toInsert(table, row)),
    ])
    await engine.write(steps)
  }
}

const toStep = (table: Step['table'], sql: string, values: readonly Value[] = []): Step => ({
  table,
  sql,
  values,
  required: false,
})

function toInsert(table: Step['table'], row: Row): Step {
  const names = Object.keys(row)
  return toStep(table, `insert into ${table} (${names}) values (${names.map(() => '?')})`, Object.values(row))
}
