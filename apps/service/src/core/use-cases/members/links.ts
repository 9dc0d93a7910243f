import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import type { Actor } from '../../model/audit/entry.ts'
import type { NewEvent } from '../../model/events/new-event.ts'
import type { Account } from '../../model/sso/linking.ts'
import type { RemovedAccount, SsoIdentity } from '../../model/sso/provider.ts'
import { hashAccount } from '../../model/sso/provider.ts'
import type { Write } from '../../writes.ts'
import { createAuditEntry, recordChange } from '../audit/audit.ts'
import { createEvent } from '../events/create-event.ts'
import { createMessageTask } from '../messages/queue.ts'

/** An account that is linked to a member, with the name of its provider. */
export type SsoLink = SsoIdentity & { id: string; providerName: string }

/** The accounts with which a member can sign in, in the order in which they were linked. */
export async function listLinks(core: Core, userId: string): Promise<SsoLink[]> {
  return nameLinks(core, await core.store.sso.listIdentities(userId))
}

/** The same of all members, by their ID. */
export async function listEveryLink(core: Core): Promise<ReadonlyMap<string, SsoLink[]>> {
  return Map.groupBy(await nameLinks(core, await core.store.sso.listEveryIdentity()), ({ userId }) => userId)
}

async function nameLinks({ store }: Core, identities: readonly SsoIdentity[]): Promise<SsoLink[]> {
  if (identities.length === 0) return []
  const names = new Map((await store.sso.listProviders()).map(({ id, name }) => [id, name]))
  return identities.map((identity) => {
    const { providerId } = identity
    return { ...identity, id: hashAccount(identity), providerName: names.get(providerId) ?? providerId }
  })
}

type LinkTarget = { userId: string; actor: Actor }

/** The further writes of a new link: the audit entry, the event, and the notice to the member. */
export function recordLink(core: Core, { provider }: Account, { userId, actor }: LinkTarget): Write[] {
  const after = { provider: provider.id }
  const audit = createAuditEntry(core, actor, { action: 'ssoIdentity.linked', target: userId, after })
  const about = { userId, provider: provider.name }
  const notice = { appId: ownApplicationId, kind: 'account-linked', about, seconds: noticeSeconds }
  return [
    { addAuditEntry: audit },
    ...recordEvent(core, { type: 'fido2.sso_account.linked', userId, detail: { provider: provider.id } }),
    { queue: createMessageTask(core, notice) },
  ]
}

/** A day later, the member has noticed it. */
const noticeSeconds = 86_400

function recordEvent(core: Core, event: NewEvent): Write[] {
  const own = core.applications.find(ownApplicationId)
  return own === undefined ? [] : [{ append: createEvent(core, own, event) }]
}

/**
 * Removes a link of a member. The sessions that began at its provider end at once, on every node.
 * @throws AppError not_found
 */
export async function removeLink(core: Core, { userId, id }: { userId: string; id: string }): Promise<void> {
  const identities = await core.store.sso.listIdentities(userId)
  const identity = identities.find((one) => hashAccount(one) === id)
  if (!identity) throw unknownLink()
  const { providerId } = identity
  const before = { provider: providerId }
  const end: Write = { endSsoSessions: { providerId, userId } }
  const conflict = await core.store.commit([
    { removeSsoIdentity: identity },
    end,
    ...recordUnlinked(core, [identity]),
    ...recordChange(core, { action: 'ssoIdentity.unlinked', target: userId, before }),
  ])
  if (conflict) throw unknownLink()
  // On PostgreSQL, a session that began while the statement ran can escape it. No other can begin, as the link doesn't exist.
  await core.store.commit([end])
}

const unknownLink = () => notFound('The member has no such link')

/** The events of links that end. */
export function recordUnlinked(core: Core, identities: readonly SsoIdentity[]): Write[] {
  return identities.flatMap(({ providerId: provider, userId }) =>
    recordEvent(core, { type: 'fido2.sso_account.unlinked', userId, detail: { provider } }),
  )
}

/**
 * The records that keep the accounts of a member out after the member was removed: a mapping would give them a role
 * again at once. Users of other applications have none.
 */
export async function listRemovedAccounts(
  { store, now }: Core,
  { appId, userId }: { appId: string; userId: string },
): Promise<Write[]> {
  if (appId !== ownApplicationId) return []
  const toRemoved = (identity: SsoIdentity): RemovedAccount => ({
    providerId: identity.providerId,
    accountHash: hashAccount(identity),
    removedAt: now(),
  })
  return (await store.sso.listIdentities(userId)).map((identity) => ({ addRemovedAccount: toRemoved(identity) }))
}
