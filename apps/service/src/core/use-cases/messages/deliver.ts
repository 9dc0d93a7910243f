import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { MessageDraft } from '../../model/messages/draft.ts'
import type { Channel, ClaimedTask, Values } from '../../model/messages/message.ts'
import { render } from '../../model/messages/templates/render.ts'
import { Undeliverable } from '../../ports/courier.ts'
import { append, type Write } from '../../writes.ts'
import type { Composer } from './composer.ts'
import { findReachedLimit } from './limits.ts'
import { resolveRecipient } from './recipient.ts'
import { findCustomTexts } from './templates/find.ts'

/** Drafts the messages of each kind of task. */
export type Composers = Readonly<Record<string, Composer>>

/**
 * The outcome of one message in one attempt; `no-recipient`: nothing had to be sent; `superseded`: a newer task creates a
 * newer code.
 */
type Attempt = {
  outcome: 'sent' | 'limited' | 'failed' | 'later' | 'no-recipient' | 'superseded'
  channel?: Channel
  /** Contains no address and no secret. */
  reason?: string
  /** Identifies channel and address in a task's record. */
  mark: string
}

/** The same, for the log. */
export type Delivery = Pick<ClaimedTask, 'appId' | 'id' | 'kind'> & Omit<Attempt, 'mark'>

/** Longer than any courier takes (a minute): until then no other node sends the task. */
const leaseMs = 120_000
const firstPauseMs = 2_000
const longestPauseMs = 15 * 60_000

/** One round of a worker: sends up to `most` due tasks in parallel. */
export async function deliverDue(core: Core, composers: Composers, most = 20): Promise<Delivery[]> {
  const tasks = await claimDue(core, most)
  return (await Promise.all(tasks.map((task) => deliverTask(core, composers, task)))).flat()
}

/** Claims up to `most` due tasks; each must be passed to `deliverTask` at once. */
export const claimDue = ({ store, now }: Core, most: number): Promise<ClaimedTask[]> =>
  store.messages.claim({ now: now(), until: now() + leaseMs, most })

/** Sends a task and writes the outcome: the task is done, or waits for another attempt if there is time left. */
export async function deliverTask(core: Core, composers: Composers, task: ClaimedTask): Promise<Delivery[]> {
  const nextAt = core.now() + pauseAfter(core, task.attempt)
  const attempts = (await attemptTask(core, composers, task)).map((one) =>
    nextAt < task.expiresAt ? one : giveUp(one),
  )
  const completed = attempts.filter(({ outcome }) => outcome !== 'later')
  const events = completed.flatMap((one) => createEvents(core, task, one))
  const notified = [...task.notified, ...completed.map(({ mark }) => mark)]
  const isFinished = completed.length === attempts.length
  const fact: Write = isFinished ? { finishMessage: task } : { postponeMessage: { ...task, nextAt, notified } }
  await core.store.commit([fact, ...append(events)])
  const { appId, id, kind } = task
  return attempts.map(({ mark, ...one }) => ({ appId, id, kind, ...one }))
}

/** Doubles with each attempt, with jitter in its upper half, so that tasks that failed together spread out. */
function pauseAfter({ random }: Core, attempt: number): number {
  const whole = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs)
  const fraction = Buffer.from(random.text(4), 'base64url').readUInt32BE() / 2 ** 32
  return Math.round((whole * (1 + fraction)) / 2)
}

const giveUp = (attempt: Attempt): Attempt =>
  attempt.outcome === 'later'
    ? { ...attempt, outcome: 'failed', reason: `${attempt.reason}; no time is left to retry` }
    : attempt

async function attemptTask(core: Core, composers: Composers, task: ClaimedTask): Promise<Attempt[]> {
  const whole = (outcome: Attempt['outcome'], reason?: string): Attempt[] => [
    { outcome, ...(reason !== undefined && { reason }), mark: '' },
  ]
  const compose = Object.hasOwn(composers, task.kind) ? composers[task.kind] : undefined
  const application = await core.applications.findFresh(task.appId)
  if (!compose || !application)
    return whole('failed', compose ? 'the application no longer exists' : 'nothing composes this kind')
  if (task.expiresAt <= core.now()) return whole('failed', 'it expired before it could be sent')
  if (sendsCode(task) && !(await core.store.messages.supersede(task))) return whole('superseded')
  try {
    const drafts = (await compose(core, task)).map((draft) => ({ draft, mark: deriveMark(core, draft) }))
    if (drafts.length === 0) return whole('no-recipient')
    const remaining = drafts.filter(({ mark }) => !task.notified.includes(mark))
    return await Promise.all(
      remaining.map(async ({ draft, mark }) => ({
        ...(await attemptMessage(core, { application, task, draft })),
        mark,
      })),
    )
  } catch (error) {
    return whole('later', `it could not be composed: ${(error as Error).message}`)
  }
}

/** Each such task creates a code that replaces the previous one, so only the newest of several is worth sending. */
const sendsCode = ({ kind }: ClaimedTask) => ['code', 'verify-contact', 'credential-code'].includes(kind)

const deriveMark = ({ keyed }: Core, { channel, to }: MessageDraft) =>
  keyed('message told', `${channel}:${to}`).toString('base64url').slice(0, 16)

type MessageContext = { application: Application; task: ClaimedTask; draft: MessageDraft }

async function attemptMessage(
  core: Core,
  { application, task, draft }: MessageContext,
): Promise<Omit<Attempt, 'mark'>> {
  const { channel } = draft
  let values: Values = {}
  try {
    const recipient = await resolveRecipient(core, application, draft)
    // A message that is retried was counted in its first attempt.
    const limit = task.attempt > 1 ? undefined : await findReachedLimit(core, application, { draft, recipient })
    if (limit !== undefined) return { channel, outcome: 'limited', reason: limit }
    const created = typeof draft.values === 'function' ? await draft.values() : draft.values
    if (!created) return { channel, outcome: 'no-recipient' }
    values = created
    const texts = await findCustomTexts(core, application, draft)
    const message = { ...draft, to: recipient.address, values, texts }
    await core.courier.send(render(application, message, core.random.timeId()))
    return { channel, outcome: 'sent' }
  } catch (error) {
    const outcome = error instanceof Undeliverable ? 'failed' : 'later'
    return { channel, outcome, reason: withoutSecrets((error as Error).message, [draft.to, ...Object.values(values)]) }
  }
}

const longestReason = 300

/** Mail servers quote what they reject. */
function withoutSecrets(reason: string, secrets: readonly string[]): string {
  const long = secrets.filter((text) => text.length > 3)
  const safe = long.reduce((text, secret) => text.replaceAll(secret, '…'), reason)
  return safe.replaceAll(/\s+/g, ' ').slice(0, longestReason)
}

/** A reached limit has written its own event. */
function createEvents({ random, now }: Core, task: ClaimedTask, { outcome, channel, reason }: Attempt): EventRecord[] {
  if (outcome !== 'sent' && outcome !== 'failed') return []
  const detail = { kind: task.kind, ...(channel && { channel }), ...(reason !== undefined && { reason }) }
  const { userId } = task.about
  return [
    {
      id: random.timeId(),
      appId: task.appId,
      type: `fido2.message.${outcome}`,
      at: now(),
      ...(userId !== undefined && { userId }),
      detail,
    },
  ]
}
