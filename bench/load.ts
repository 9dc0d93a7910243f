/**
 * The load, in a process of its own: run.ts forks it once for each contestant, tells it to register users and then to
 * do rounds, and reads its reports. It can also be pointed at a server that already runs:
 *   node bench/load.ts --contestant thumbturn --ports 4300 --pids 1234 --users 100 --seconds 5
 */
import { parseArgs } from 'node:util'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import type { SignInMode, User, Work } from './adapters/adapter.ts'
import { findAdapter } from './adapters/adapters.ts'
import { measureRound, type Order, type Round } from './load/round.ts'
import { createFlow, type Flow } from './load/sign-in.ts'

/** The input of run.ts: how many users are registered so far, then a round for each order; or why nothing more comes. */
export type Report = { registered: number } | { isReady: true } | { round: Round } | { failed: string }

const { values } = parseArgs({
  options: {
    contestant: { type: 'string' },
    ports: { type: 'string' },
    pids: { type: 'string' },
    'database-pid': { type: 'string' },
    credential: { type: 'string' },
    mode: { type: 'string', default: 'passkey' },
    work: { type: 'string', default: 'sign-ins' },
    users: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '32' },
  },
})
const [ports, pids] = [values.ports!.split(',').map(Number), values.pids!.split(',').map(Number)]
const databasePid = values['database-pid'] ? Number(values['database-pid']) : undefined
const [port] = ports as [number]
const work = values.work as Work
const { credential } = values
// How users came to their session doesn't matter to authorizations.
const mode = work === 'authorizations' ? findAdapter(values.contestant!).modes[0]! : (values.mode as SignInMode)
const flow = createFlow(values.contestant!, port, { mode, credential })

async function register(flow: Flow, count: number, progress: (done: number) => void): Promise<User[]> {
  const users: User[] = []
  // A name of its own for each run, so that the same server can be measured twice.
  const run = Date.now().toString(36)
  let next = 0
  const keepRegistering = async () => {
    const connection = new RawConnection(port)
    while (next < count) {
      users.push(await flow.register(connection, `user-${run}-${next++}`))
      if (users.length % 100 === 0 || users.length === count) progress(users.length)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: 16 }, keepRegistering))
  const connection = new RawConnection(port)
  await flow.checkRejection(connection, users[0]!, work)
  connection.close()
  return users
}

const report = (content: Report) => void (process.send ? process.send(content) : console.log(content))

try {
  const users = await register(flow, Number(values.users), (registered) => report({ registered }))
  const round = async (order: Order) =>
    report({ round: await measureRound({ flow, users, ports, pids, databasePid }, order) })
  // The last report of registrations can come before the check.
  report({ isReady: true })
  if (process.send) process.on('message', round)
  else await round({ seconds: Number(values.seconds), concurrency: Number(values.concurrency), work })
} catch (error) {
  report({ failed: (error as Error).message })
  process.exitCode = 1
}
