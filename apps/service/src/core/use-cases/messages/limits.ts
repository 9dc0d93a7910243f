import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { Counter } from '../../model/messages/counter.ts'
import type { MessageDraft } from '../../model/messages/draft.ts'
import type { Write } from '../../writes.ts'
import type { Recipient } from './recipient.ts'

const windowMs = 3_600_000

/** Per hour: more than any user needs, and less than an attacker who is paid per SMS would want. */
const codesPerAddress = 10
const noticesPerAddress = 20
const codesPerBlock = 50

type Limit = { name: string; about: string; most: number }

/**
 * Counts a message against the hourly limits of its address, its number block, and its application. Returns the name of
 * a limit that it would exceed; then it must not be sent. Notices are counted apart from codes: anyone can request
 * codes, which must not keep a notice from being sent.
 */
export async function findReachedLimit(
  core: Core,
  application: Application,
  { draft, recipient }: { draft: MessageDraft; recipient: Recipient },
): Promise<string | undefined> {
  const hour = Math.floor(core.now() / windowMs)
  const expiresAt = (hour + 1) * windowMs
  const kind = isCode(draft) ? 'code' : 'notice'
  const limitId = ({ name, about }: Limit, purpose = 'sent') =>
    core.keyed('message counts', JSON.stringify([purpose, hour, kind, name, about])).toString('base64url')
  const limits = listLimits(application, { draft, recipient })
  const counters = limits.map((limit) => ({ id: limitId(limit), most: limit.most }))
  const raise = (counter: Counter): Write => ({ raiseCount: { appId: application.id, expiresAt, ...counter } })
  // A counter's first step is an insert, which checks no limit.
  const isOpen = counters.every(({ most }) => most > 0)
  if (isOpen && !(await core.store.commit(counters.map(raise)))) return undefined
  const counts = await Promise.all(limits.map((limit) => core.store.messageCounts.find(application.id, limitId(limit))))
  const limit = limits.find(({ most }, index) => counts[index]! >= most) ?? limits[0]!
  // One event per hour: repeated requests must not fill the history.
  const reportLimit = { id: limitId(limit, 'told'), most: 1 }
  await core.store.commit([raise(reportLimit), { append: createLimitEvent(core, application, { draft, limit }) }])
  return limit.name
}

const isCode = ({ template }: MessageDraft) => ['code', 'verify-contact', 'link'].includes(template)

function listLimits(
  { settings }: Application,
  { draft, recipient: { address, block } }: { draft: MessageDraft; recipient: Recipient },
): Limit[] {
  const isMail = draft.channel === 'email'
  return [
    { name: 'address', about: address.toLowerCase(), most: isCode(draft) ? codesPerAddress : noticesPerAddress },
    ...(block === undefined || !isCode(draft) ? [] : [{ name: 'block', about: block, most: codesPerBlock }]),
    isMail
      ? { name: 'emailsPerHour', about: 'email', most: settings.emailsPerHour }
      : { name: 'textsPerHour', about: 'text', most: settings.textsPerHour },
  ]
}

const createLimitEvent = (
  { random, now }: Core,
  { id: appId }: Application,
  { draft, limit }: { draft: MessageDraft; limit: Limit },
): EventRecord => ({
  id: random.timeId(),
  appId,
  type: 'fido2.message.limited',
  at: now(),
  detail: { channel: draft.channel, limit: limit.name, most: limit.most },
})
