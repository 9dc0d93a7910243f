import type { Core } from '../../core.ts'
import { isOutage } from '../../errors.ts'
import type { Code } from '../../model/codes/code.ts'
import type { Contact } from '../../model/contacts/contact.ts'
import { createChangeNotices, createRecoveryNotice } from '../../model/contacts/notices.ts'
import type { EventRecord } from '../../model/events/event.ts'
import type { User } from '../../model/users/user.ts'
import { parseContactAddress } from '../../use-cases/contacts/contact-address.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { queueLogoutsOfUser } from '../../use-cases/logout-notices/queue.ts'
import { createMessageTask } from '../../use-cases/messages/queue.ts'
import { append, queue, type Write } from '../../writes.ts'
import type { CodeRecipient } from './account.ts'
import type { CodeSubmission } from './code-submission.ts'

/** The writes of spending a code in the same batch, and the work after it. */
type Outcome = {
  writes: readonly Write[]
  /** The user after a recovery. */
  user?: User
  after?: () => Promise<unknown>
}

type MatchedCode = { recipient: CodeRecipient; code: Code }

/** Undefined if the user is no longer reached where the code was sent. */
export async function createOutcome(
  core: Core,
  submission: CodeSubmission,
  { recipient, code }: MatchedCode,
): Promise<Outcome | undefined> {
  const { application, purpose } = submission
  const { user, contacts } = recipient
  const verifiedEvent = createEvent(core, application, {
    type: 'fido2.otp.verified',
    userId: user?.id,
    detail: { method: code.method, purpose },
  })
  const plain: Outcome = { writes: [{ append: verifiedEvent }] }
  const { address } = code
  if (address === undefined || !user) return plain
  const contact = contacts.find((one) => one.address === address)
  if (purpose === 'contact')
    return contact && createVerification(core, submission, { code, contact, contacts, verifiedEvent })
  if (contact?.verifiedAt !== undefined) return plain
  if (purpose === 'credential')
    return contact && createVerification(core, submission, { code, contact, contacts, verifiedEvent })
  return createClaim(core, submission, { code, user, contacts, address, verifiedEvent })
}

type VerificationFacts = { code: Code; contact: Contact; contacts: readonly Contact[]; verifiedEvent: EventRecord }

/** The contact replaces the one that was verified before. */
function createVerification(
  core: Core,
  { application }: CodeSubmission,
  { code, contact, contacts, verifiedEvent }: VerificationFacts,
): Outcome {
  const { appId, userId, kind, address: after } = contact
  const verified = createEvent(core, application, { type: 'fido2.contact.verified', userId, detail: { kind } })
  const rank = contact.secondary ? 'secondary' : 'primary'
  const tasks = createChangeNotices(contacts, { appId, userId, kind, rank, after }).map((notice) =>
    createMessageTask(core, notice),
  )
  return {
    writes: [
      { verifyContact: { ...contact, at: core.now() } },
      { endOtherCodes: { code, method: code.method } },
      ...append([verifiedEvent, verified]),
      ...queue(tasks),
    ],
  }
}

type ClaimFacts = { code: Code; user: User; contacts: readonly Contact[]; address: string; verifiedEvent: EventRecord }

/**
 * The code verified the address that is the username, for the first time. Until then anyone could have signed up with
 * it, so everything that could open the account is removed, unless a passkey was verified with it.
 */
async function createClaim(
  core: Core,
  { application, passkeyVerified = false }: CodeSubmission,
  { code, user, contacts, address, verifiedEvent }: ClaimFacts,
): Promise<Outcome | undefined> {
  const usernameAddress = await parseContactAddress(core, user.username)
  const hasVerifiedContact = contacts.some(({ verifiedAt }) => verifiedAt !== undefined)
  if (!application.settings.otpToUsername || hasVerifiedContact || usernameAddress?.address !== address)
    return undefined
  const { appId, id: userId } = user
  const at = core.now()
  const { kind, key: addressKey } = usernameAddress
  const contact = { appId, userId, kind, address, addressKey, verifiedAt: at, messagingConsent: true, createdAt: at }
  const verified = createEvent(core, application, { type: 'fido2.contact.verified', userId, detail: { kind } })
  if (passkeyVerified) return { writes: [{ adoptContact: contact }, ...append([verifiedEvent, verified])] }
  const recovered = createEvent(core, application, { type: 'fido2.user.recovered', userId, detail: { kind } })
  return {
    writes: [
      ...(await queueLogoutsOfUser(core, { appId, userId })),
      { signOutUser: { appId, userId, tokenEpoch: user.tokenEpoch } },
      { removeAccess: contact },
      { adoptContact: contact },
      { endOtherCodes: { code } },
      ...append([verifiedEvent, verified, recovered]),
      { queue: createMessageTask(core, createRecoveryNotice(contact)) },
    ],
    user: { ...user, tokenEpoch: user.tokenEpoch + 1 },
    // A row written while the batch ran can escape it; no row of the earlier epoch can be written after it.
    after: () => commitPatiently(core, [{ removeAccess: contact }]),
  }
}

/** The pauses before what must follow a batch is tried again, in milliseconds. */
const pausesMs = [50, 500]

/** Commits what belongs to a batch that is already stored, also over a short outage. */
async function commitPatiently({ store, pause }: Core, writes: readonly Write[]): Promise<void> {
  for (const pauseMs of pausesMs) {
    const isStored = await store.commit(writes).then(
      () => true,
      (error: unknown) => rethrowUnlessOutage(error),
    )
    if (isStored) return
    await pause(pauseMs, new AbortController().signal)
  }
  await store.commit(writes)
}

function rethrowUnlessOutage(error: unknown): false {
  if (isOutage(error)) return false
  throw error
}
