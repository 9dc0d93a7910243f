import { type ClockJump, describeJump } from '../core/clock.ts'
import type { Core } from '../core/core.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { createEvent } from '../core/use-cases/events/create-event.ts'

const everyMs = 1_000

type Log = { warn(facts: object, message: string): void; error(error: unknown): void }

/** Logs each jump of the clock once, and keeps it in the history of the installation for `doctor`. */
export function startClockWatch(core: Core, log: Log): { stop(): void } {
  const watching = setInterval(() => {
    const jump = core.clock.check()
    if (jump) void reportJump(core, jump, log).catch((error) => log.error(error))
  }, everyMs)
  return { stop: () => clearInterval(watching) }
}

async function reportJump(core: Core, jump: ClockJump, log: Log) {
  const seconds = Math.round(jump.byMs / 1000)
  log.warn({ seconds }, `The clock jumped ${describeJump(jump)}: check that NTP sets it`)
  const own = await core.applications.findFresh(ownApplicationId)
  if (!own) return
  const event = createEvent(core, own, { type: 'fido2.clock.jumped', detail: { seconds } })
  await core.store.commit([{ append: event }])
}
