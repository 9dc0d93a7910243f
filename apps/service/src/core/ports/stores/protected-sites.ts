import type { BrowserSession } from '../../model/authorization/browser-session.ts'
import type { HeldGroup } from '../../model/groups/group.ts'
import type { ProtectedSite } from '../../model/protected-sites/protected-site.ts'
import type { User } from '../../model/users/user.ts'

/** The user of a browser session, as a site needs to know them. */
export type Visitor = {
  session: BrowserSession
  user: User
  /** The name of their profile. */
  name: string | undefined
  /** Their verified address. */
  email: string | undefined
  /** In the order of their names. */
  groups: readonly Pick<HeldGroup, 'name' | 'nameKey'>[]
}

/** Reads the protected sites of applications. */
export interface ProtectedSiteStore {
  find(site: { appId: string; id: string }): Promise<ProtectedSite | undefined>
  /** In the order of their hosts. */
  list(site: { appId: string }): Promise<ProtectedSite[]>
  /** One read. Undefined if the session has ended, its user is inactive, or was signed out since; it may have expired. */
  findVisitor(session: { appId: string; sessionId: string }): Promise<Visitor | undefined>
}
