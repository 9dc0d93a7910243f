/**
 * The load, in a process of its own: run.ts forks it once for each contestant, tells it to register users and then to
 * do rounds, and reads its answers. It can also be pointed at a server that already runs:
 *   node bench/load.ts --contestant thumbturn --port 4300 --pid 1234 --users 100 --seconds 5
 */
import { parseArgs } from 'node:util'
import { type Beginning, type ContestantName, createFlow, type Flow, type Person } from './load/flows.ts'
import { RawConnection } from './load/raw-http.ts'
import { measureRound, type Round } from './load/round.ts'

/** What run.ts may ask for. */
export type Order = { seconds: number; concurrency: number }

/** What it gets: how many users are registered so far, then a round for each order; or why nothing more comes. */
export type Report = { registered: number } | { round: Round } | { failed: string }

const { values } = parseArgs({
  options: {
    contestant: { type: 'string' },
    port: { type: 'string' },
    pid: { type: 'string' },
    beginning: { type: 'string', default: 'passkey' },
    users: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '32' },
  },
})
const port = Number(values.port)
const pid = Number(values.pid)
const flow = createFlow(values.contestant as ContestantName, port, values.beginning as Beginning)

async function register(flow: Flow, count: number, progress: (done: number) => void): Promise<Person[]> {
  const people: Person[] = []
  // A name of its own for each run, so that the same server can be measured twice.
  const run = Date.now().toString(36)
  let next = 0
  const keepRegistering = async () => {
    const connection = new RawConnection(port)
    while (next < count) {
      people.push(await flow.register(connection, `user-${run}-${next++}`))
      if (people.length % 100 === 0 || people.length === count) progress(people.length)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: 16 }, keepRegistering))
  return people
}

const report = (content: Report) => void (process.send ? process.send(content) : console.log(content))

try {
  const people = await register(flow, Number(values.users), (registered) => report({ registered }))
  const round = async (order: Order) => report({ round: await measureRound({ flow, people, port, pid }, order) })
  if (process.send) process.on('message', round)
  else await round({ seconds: Number(values.seconds), concurrency: Number(values.concurrency) })
} catch (error) {
  report({ failed: (error as Error).message })
  process.exitCode = 1
}
