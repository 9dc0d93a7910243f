import type { Conflict, Facts, Write } from '../core/writes.ts'
import { findConflict } from './conflicts.ts'
import { addRemovals, prepareSpend } from './distribution/facts.ts'
import type { Database } from './engine/database.ts'
import type { Step } from './engine/engine.ts'
import { accessWrites } from './tables/access.ts'
import { accessCodeWrites } from './tables/access-codes.ts'
import { apiKeyWrites } from './tables/api-keys.ts'
import { applicationDeletionWrites } from './tables/application-deletions.ts'
import { applicationWrites } from './tables/applications.ts'
import { auditWrites } from './tables/audit-entries.ts'
import { blacklistWrites } from './tables/blacklist.ts'
import { browserSessionWrites } from './tables/browser-sessions.ts'
import { clientKeyWrites } from './tables/client-keys.ts'
import { codeWrites } from './tables/codes.ts'
import { connectorProgressWrites } from './tables/connector-progress.ts'
import { connectorWrites } from './tables/connectors.ts'
import { consentWrites } from './tables/consents.ts'
import { contactWrites } from './tables/contacts.ts'
import { credentialWrites } from './tables/credentials.ts'
import { deadLetterWrites } from './tables/dead-letters.ts'
import { deviceDecisionWrites } from './tables/device-decisions.ts'
import { deviceWrites } from './tables/devices.ts'
import { directoryGroupWrites } from './tables/directory-groups.ts'
import { directoryUserWrites } from './tables/directory-users.ts'
import { eventFeedWrites } from './tables/event-feed.ts'
import { eventWrites } from './tables/events.ts'
import { failureWrites } from './tables/failures.ts'
import { groupMembershipWrites } from './tables/group-memberships.ts'
import { invitationWrites } from './tables/invitations.ts'
import { logoutNoticeWrites } from './tables/logout-notices.ts'
import { memberSessionWrites } from './tables/member-sessions.ts'
import { memberWrites } from './tables/members.ts'
import { messageCountWrites } from './tables/message-counts.ts'
import { messageTemplateWrites } from './tables/message-templates.ts'
import { messageWrites, prepareLateRemoval } from './tables/messages.ts'
import { openidClientWrites } from './tables/openid-clients.ts'
import { outboxWrites } from './tables/outbox.ts'
import { passkeyWrites } from './tables/passkeys.ts'
import { profileWrites } from './tables/profiles.ts'
import { protectedResourceWrites } from './tables/protected-resources.ts'
import { protectedSiteWrites } from './tables/protected-sites.ts'
import { refreshWrites } from './tables/refresh-families.ts'
import { rollUpWrites } from './tables/roll-ups.ts'
import { savedFilterWrites } from './tables/saved-filters.ts'
import { sessionWrites } from './tables/spent-sessions.ts'
import { ssoIdentityWrites } from './tables/sso-identities.ts'
import { ssoProviderWrites } from './tables/sso-providers.ts'
import { ssoRemovedAccountWrites } from './tables/sso-removed-accounts.ts'
import { transactionWrites } from './tables/transactions.ts'
import { userEventWrites } from './tables/user-events.ts'
import { userGroupWrites } from './tables/user-groups.ts'
import { searchIndexWrites } from './tables/user-search-texts.ts'
import { userWrites } from './tables/users.ts'

/** The steps that write each fact, in the order in which they run. */
type Steps = { [Name in keyof Facts]: (fact: Facts[Name]) => Step | readonly Step[] }

const prepareSteps = (db: Database, messageRoom: number): Steps => ({
  ...accessCodeWrites(db),
  ...accessWrites(db),
  ...apiKeyWrites(db),
  ...applicationDeletionWrites(db),
  ...applicationWrites(db),
  ...auditWrites(db),
  ...blacklistWrites(db),
  ...browserSessionWrites(db),
  ...clientKeyWrites(db),
  ...codeWrites(db),
  ...connectorProgressWrites(db),
  ...connectorWrites(db),
  ...consentWrites(db),
  ...contactWrites(db),
  ...credentialWrites(db),
  ...deadLetterWrites(db),
  ...deviceDecisionWrites(db),
  ...deviceWrites(db),
  ...eventFeedWrites(db),
  ...directoryGroupWrites(db),
  ...directoryUserWrites(db),
  ...eventWrites(db),
  ...failureWrites(db),
  ...groupMembershipWrites(db),
  ...invitationWrites(db),
  ...logoutNoticeWrites(db, messageRoom),
  ...memberSessionWrites(db),
  ...memberWrites(db),
  ...messageCountWrites(db),
  ...messageTemplateWrites(db),
  ...messageWrites(db, messageRoom),
  ...openidClientWrites(db),
  ...outboxWrites(db),
  ...passkeyWrites(db),
  ...profileWrites(db),
  ...protectedResourceWrites(db),
  ...protectedSiteWrites(db),
  ...refreshWrites(db),
  ...rollUpWrites(db),
  ...savedFilterWrites(db),
  ...sessionWrites(prepareSpend(db)),
  ...ssoIdentityWrites(db),
  ...ssoProviderWrites(db),
  ...ssoRemovedAccountWrites(db),
  ...transactionWrites(db),
  ...userEventWrites(db),
  ...searchIndexWrites(db),
  ...userGroupWrites(db),
  ...userWrites(db),
})

/** Each further run lost to another change of an application, so this many are only reached by a flood of changes. */
const mostRuns = 100

/** Writes all facts or none, in one batch that is on disk when this resolves; the conflict, if there was one. */
export function prepareCommit(
  db: Database,
  messageRoom: number,
): (writes: readonly Write[]) => Promise<Conflict | undefined> {
  const prepared = addRemovals(db, prepareSteps(db, messageRoom))
  const removeLateMessages = prepareLateRemoval(db)
  const toSteps = (write: Write) => {
    const [[name, fact]] = Object.entries(write) as [[keyof Facts, never]]
    return prepared[name](fact)
  }
  return async (writes) => {
    const steps = writes.flatMap(toSteps)
    for (let run = 1; ; run++) {
      const outcome = await db.write(steps)
      if (!('conflict' in outcome)) return removeLateMessages?.(writes)
      // Another change took the version while this batch was written: the next run takes a later one.
      if (outcome.conflict === 'application_versions_version' && run < mostRuns) continue
      const conflict = findConflict(outcome.conflict)
      if (conflict === undefined) throw outcome.cause
      return conflict
    }
  }
}
