import type { Core } from '../../core.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { type Account, describeAccount, type LinkingContext, parseClaimedEmail } from '../../model/sso/linking.ts'
import type { OpenIdUser } from '../../model/sso/openid-user.ts'
import { hashAccount, type RemovedAccount, type SsoIdentity, type SsoProvider } from '../../model/sso/provider.ts'
import { usernameKey } from '../../model/users/username.ts'

/** The account of a user who has come back from a provider. */
export const readAccount = async ({ store }: Core, provider: SsoProvider, user: OpenIdUser): Promise<Account> =>
  describeAccount(provider, user, await store.sso.listProviders())

/** The context of the rules of linking for the account. */
export async function readLinkingContext({ store }: Core, account: Account): Promise<LinkingContext> {
  const userIds = await listCandidates(store, account)
  const [providers, users, identities] = await Promise.all([
    store.sso.listProviders(),
    store.directory.findUsers(userIds),
    store.sso.listIdentitiesOf(userIds),
  ])
  return { providers, users, identities }
}

/** The provisioned members who may fit the account, because a directory has too many to read them all. */
async function listCandidates({ directory }: Core['store'], { user, email }: Account): Promise<string[]> {
  const { externalId, username } = user
  const names = [email, username].flatMap((name) => (name === undefined ? [] : [usernameKey(name)]))
  const emails = [email, parseClaimedEmail(username)].flatMap((one) => one ?? [])
  const [named, addressed, identified] = await Promise.all([
    Promise.all(names.map((key) => directory.findByUserName(ownApplicationId, key))),
    Promise.all(emails.map(directory.listUserIdsByEmail)),
    externalId === undefined ? [] : directory.listUserIdsByExternalId(externalId),
  ])
  return [...new Set([...named.flatMap((one) => one?.userId ?? []), ...addressed.flat(), ...identified])]
}

/** The account as it is stored with its member, from a sign-in or a link of this moment. */
export function toIdentity({ now }: Core, account: Account, userId: string): SsoIdentity {
  const { provider, user, email, emailVerified } = account
  const asserted = { emailVerified, groupsOmitted: user.groups?.areOmitted ?? false }
  const [createdAt, lastUsedAt] = [now(), now()]
  const { subject } = user
  return {
    providerId: provider.id,
    subject,
    userId,
    ...(email !== undefined && { email }),
    ...asserted,
    createdAt,
    lastUsedAt,
  }
}

/** The record that would keep the account out, if its member was removed. */
export function toRemoval({ provider, user }: Account): Pick<RemovedAccount, 'providerId' | 'accountHash'> {
  const providerId = provider.id
  return { providerId, accountHash: hashAccount({ providerId, subject: user.subject }) }
}
