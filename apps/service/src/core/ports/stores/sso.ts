import type { RemovedAccount, SsoIdentity, SsoProvider } from '../../model/sso/provider.ts'

/** Reads single sign-on providers and whom members are there. */
export interface SsoStore {
  findProvider(id: string): Promise<SsoProvider | undefined>
  /** In the order in which they were created. */
  listProviders(): Promise<SsoProvider[]>
  findIdentity(providerId: string, subject: string): Promise<SsoIdentity | undefined>
  /** Those of a member, in the order in which they were linked. */
  listIdentities(userId: string): Promise<SsoIdentity[]>
  /** Those of these members, in any order. */
  listIdentitiesOf(userIds: readonly string[]): Promise<SsoIdentity[]>
  /** Those of all members, in the same order. */
  listEveryIdentity(): Promise<SsoIdentity[]>
  findRemovedAccount(providerId: string, accountHash: string): Promise<RemovedAccount | undefined>
}
