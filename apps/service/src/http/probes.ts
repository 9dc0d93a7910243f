import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Core } from '../core/core.ts'
import { Outage } from '../core/errors.ts'
import { timestamp } from './timestamp.ts'

/** How long /ready waits for the database, in milliseconds; it must respond within a second. */
const patienceMs = 800
/**
 * The wait is counted in steps of this many milliseconds, and a busy process takes as many steps as an idle one.
 * Otherwise, it would take the time in which it reads no response for the time that the database takes.
 */
const stepMs = 20
/** How long the outcome of a check is used again, in microseconds, so that probes can't keep the disk busy. */
const keptUs = 1_000_000

type ProbeTarget = Pick<Core, 'pause' | 'microseconds'> & {
  store: Pick<Core['store'], 'checkWrite'>
  clock: Pick<Core['clock'], 'latest'>
}

/**
 * /health: the process runs. /ready: the database can be written too, and the service isn't about to stop; it also shows the
 * latest jump of the clock.
 */
export function addProbes(server: FastifyInstance, core: ProbeTarget, stopping?: AbortSignal) {
  const check = sharedCheck(core)
  server.get('/health', async () => ({ status: 'ok' }))
  server.get('/ready', async (request, reply) => {
    if (stopping?.aborted) return sendUnavailable(reply, 'The node is shutting down')
    try {
      await inTime(core, check())
      const jump = core.clock.latest()
      if (!jump) return { status: 'ready' }
      return { status: 'ready', clock: { jumpedSeconds: Math.round(jump.byMs / 1000), at: timestamp(jump.at) } }
    } catch (error) {
      if (error instanceof Outage)
        request.log.warn({ outage: (error.cause as Error | undefined)?.message }, error.message)
      else request.log.error(error)
      return sendUnavailable(reply, 'The database is not writable')
    }
  })
}

const sendUnavailable = (reply: FastifyReply, msg: string) =>
  reply.code(503).header('retry-after', 5).send({ status: 'unavailable', msg, msgCode: 'service_unavailable' })

/** One check at a time, whatever the number of probes. */
function sharedCheck({ store, microseconds }: Pick<ProbeTarget, 'store' | 'microseconds'>): () => Promise<void> {
  let last: { outcome: Promise<void>; endedAt: number | undefined } | undefined
  return () => {
    if (last && (last.endedAt === undefined || microseconds() - last.endedAt < keptUs)) return last.outcome
    const current: NonNullable<typeof last> = { outcome: store.checkWrite(), endedAt: undefined }
    const end = () => {
      current.endedAt = microseconds()
    }
    current.outcome.then(end, end)
    last = current
    return current.outcome
  }
}

/** @throws Outage: from the check, or because it takes too long */
async function inTime({ pause }: Pick<ProbeTarget, 'pause'>, outcome: Promise<void>): Promise<void> {
  const done = new AbortController()
  const wait = async () => {
    for (let waitedMs = 0; waitedMs < patienceMs && !done.signal.aborted; waitedMs += stepMs)
      await pause(stepMs, done.signal)
    if (done.signal.aborted) return outcome
    throw new Outage('The database did not respond in time')
  }
  await Promise.race([outcome.finally(() => done.abort()), wait()])
}
