import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { DeadLetter } from '../../model/connectors/connector.ts'
import type { Destination, OutgoingEvent } from '../../ports/destinations.ts'
import { recordChange, recordInAdvance } from '../audit/audit.ts'
import { findConnector } from './manage.ts'
import { openConnector } from './open.ts'
import { toOutgoing } from './outgoing.ts'

/** The most that one call replays, and how long it starts further ones, so that it responds in time. */
const mostReplayed = 100
const replayMs = 10_000

/** The outcome of dead letters. `next`: the position of the last one that was tried, if others may follow. */
export type Replay = {
  delivered: number
  rejected: number
  /** Their events were deleted. */
  missed: number
  /** Why the replay stopped: the receiver doesn't work. */
  error: string | undefined
  next: number | undefined
}

type Letters = Awaited<ReturnType<Core['store']['connectors']['listDeadLetters']>>

/**
 * Sends the next dead letters after a position again, oldest first, at most 100. Those that the receiver accepts, and those whose
 * events were deleted, are removed.
 * @throws AppError not_found
 */
export async function replayDeadLetters(
  core: Core,
  { id: appId }: Application,
  { id, after = 0 }: { id: string; after?: number | undefined },
): Promise<Replay> {
  const connector = await findConnector(core, appId, id)
  const letters = await core.store.connectors.listDeadLetters(connector, { after, limit: mostReplayed })
  await recordInAdvance(core, { action: 'connector.replayed', application: appId, target: id })
  const destination = openConnector(core, connector).open()
  try {
    const { done, error, tried } = await sendLetters(core, letters, destination)
    await remove(core, done)
    const missed = done.filter(({ event }) => event === undefined).length
    const delivered = done.length - missed
    const mayFollow = error === undefined && (tried < letters.length || letters.length === mostReplayed)
    const next = mayFollow ? letters[tried - 1]?.position : undefined
    return { delivered, rejected: tried - done.length, missed, error, next }
  } finally {
    await destination.close()
  }
}

type ReplayResult = { done: Letters; error: string | undefined; tried: number }

/** One by one, since each of them was rejected before. */
async function sendLetters({ monotonic }: Core, letters: Letters, destination: Destination): Promise<ReplayResult> {
  const done: Letters = []
  const end = monotonic() + replayMs
  const signal = new AbortController().signal
  for (const [index, letter] of letters.entries()) {
    if (index > 0 && monotonic() > end) return { done, error: undefined, tried: index }
    const result = letter.event && (await destination.send([outgoing(letter.event, letter)], signal))
    if (result === undefined || result.status === 'delivered') done.push(letter)
    else if (result.kind !== 'rejected') return { done, error: result.error, tried: index }
  }
  return { done, error: undefined, tried: letters.length }
}

const outgoing = (event: OutgoingEvent['event'], { position }: DeadLetter) => toOutgoing(event, position)

async function remove({ store }: Core, letters: Letters): Promise<void> {
  if (letters.length > 0) await store.commit(letters.map((letter) => ({ deleteDeadLetter: letter })))
}

/** Each is a step of a batch. */
const pageSize = 100

/** Deletes dead letters: those at the given positions, or all; returns how many. @throws AppError not_found */
export async function discardDeadLetters(
  core: Core,
  { id: appId }: Application,
  { id, positions }: { id: string; positions?: readonly number[] | undefined },
): Promise<number> {
  const connector = await findConnector(core, appId, id)
  let discarded = 0
  for (let after = 0; ; ) {
    const page = await core.store.connectors.listDeadLetters(connector, { after, limit: pageSize })
    const chosen = page.filter(({ position }) => positions?.includes(position) ?? true)
    await remove(core, chosen)
    discarded += chosen.length
    if (page.length < pageSize) break
    after = page.at(-1)!.position
  }
  const after = { discarded }
  const audit = recordChange(core, { action: 'connector.discarded', application: appId, target: id, after })
  if (audit.length > 0) await core.store.commit(audit)
  return discarded
}
