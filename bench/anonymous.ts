/**
 * Starts a million sign-ins for different unknown usernames and completes none. Afterward every table must have as many rows
 * as before.
 */
import { parseArgs } from 'node:util'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { type Running, startContestant, stopContestants } from './contestants/contestant.ts'
import { saveResults } from './load/results.ts'
import { countRows } from './load/rows.ts'
import { createFlow } from './load/sign-in.ts'
import { readUsage } from './load/usage.ts'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '8' },
    depth: { type: 'string', default: '16' },
    port: { type: 'string', default: '4410' },
    save: { type: 'boolean', default: false },
  },
})
const calls = Number(values.calls)
const port = Number(values.port)

/** Responses by status; the calls are pipelined, `depth` at a time on each connection. */
async function startAll(progress: (done: number) => void): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let next = 0
  let done = 0
  const begin = async (connection: RawConnection) => {
    while (next < calls) {
      const user = { username: `unknown-${next++}@example.com` }
      const body = { app: { id: 'demo' }, deviceInfo: {}, user }
      const { status } = await connection.send('POST', '/fido2/v2/auth/init', { body })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (++done % 10_000 === 0) progress(done)
    }
  }
  const connections = Array.from({ length: Number(values.connections) }, () => new RawConnection(port))
  await Promise.all(connections.flatMap((one) => Array.from({ length: Number(values.depth) }, () => begin(one))))
  for (const connection of connections) connection.close()
  return statuses
}

async function registerUser(): Promise<void> {
  const connection = new RawConnection(port)
  const flow = createFlow('thumbturn', port, { mode: 'name' })
  await flow.signIn(connection, await flow.register(connection, 'ada@example.com'))
  connection.close()
}

async function measure(running: Running): Promise<boolean> {
  await registerUser()
  const before = { rows: countRows(running.folder), ...readUsage(running.pids[0]!) }
  const start = performance.now()
  const statuses = await startAll((done) => {
    const rate = Math.round(done / ((performance.now() - start) / 1000))
    process.stderr.write(
      `\r${done} of ${calls} calls, ${rate}/s, RSS ${Math.round(readUsage(running.pids[0]!).rssMb)} MB  `,
    )
  })
  const seconds = (performance.now() - start) / 1000
  const after = { rows: countRows(running.folder), ...readUsage(running.pids[0]!) }
  const grown = [...after.rows].filter(([table, rows]) => rows !== before.rows.get(table))

  const cpu = ((after.cpuSeconds - before.cpuSeconds) / calls) * 1e6
  console.log(
    `\n${calls} anonymous calls in ${seconds.toFixed(0)} s: ${Math.round(calls / seconds)}/s, ${cpu.toFixed(0)} µs of CPU each`,
  )
  console.log(`Answers by status: ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  console.log(`RSS before ${before.rssMb.toFixed(0)} MB, after ${after.rssMb.toFixed(0)} MB`)
  console.log(`Rows before ${total(before.rows)}, after ${total(after.rows)}, in ${after.rows.size} tables`)
  for (const [table, rows] of grown) console.log(`  ${table}: ${before.rows.get(table) ?? 0} before, ${rows} after`)
  if (values.save) {
    const callsPerSecond = Math.round(calls / seconds)
    const rowsAdded = total(after.rows) - total(before.rows)
    saveResults({ anonymous: { calls, callsPerSecond, rowsAdded, rssMb: Math.round(after.rssMb) } })
  }
  return grown.length === 0 && statuses.get(200) === calls
}

const total = (rows: ReadonlyMap<string, number>) => [...rows.values()].reduce((sum, count) => sum + count, 0)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopContestants()
    process.exit(130)
  })
}
try {
  if (!(await measure(await startContestant('thumbturn', { port })))) process.exitCode = 1
} catch (error) {
  console.error(`\n${(error as Error).message}`)
  process.exitCode = 1
} finally {
  stopContestants()
}
