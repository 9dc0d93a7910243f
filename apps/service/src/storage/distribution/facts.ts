import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import type { Facts } from '../../core/writes.ts'
import { type Database, prepareDelete, prepareInsert, prepareStep, required } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { members } from '../tables/members.ts'
import { prepareGuardingInsert, type Spend, spentSessions } from '../tables/spent-sessions.ts'

/** How a session is spent. On a distributed database, the watermark is on the coordinator, where the insert can't read it. */
export function prepareSpend(db: Database): Spend {
  if (!db.engine.isDistributed) return prepareGuardingInsert(db)
  const isAhead = prepareStep('spent_sessions', ({ expiresAt }: { expiresAt: number }) =>
    db.query
      .selectFrom('watermarks')
      .select('name')
      .where('name', '=', 'spent_sessions')
      .where('value', '<', expiresAt),
  )
  const insert = prepareInsert(db, spentSessions)
  return (spent) => [required(isAhead(spent)), insert(spent)]
}

type Removals = {
  [Name in 'deleteUser' | 'deletePasskey' | 'deletePasskeys' | 'removeAccess']: (
    fact: Facts[Name],
  ) => Step | readonly Step[]
}

/**
 * The same steps, and on a distributed database those that delete what foreign keys delete elsewhere: members and their sessions are
 * on the coordinator, and their users and passkeys on a worker.
 */
export function addRemovals<Steps extends Removals>(db: Database, steps: Steps): Steps {
  if (!db.engine.isDistributed) return steps
  const deleteMember = prepareDelete(db, members, ['userId'])
  const { endOne, endAll } = prepareSessionEnds(db)
  return {
    ...steps,
    deleteUser: followBy(steps.deleteUser, deleteMember),
    deletePasskey: followBy(steps.deletePasskey, endOne),
    deletePasskeys: followBy(steps.deletePasskeys, endAll),
    removeAccess: followBy(steps.removeAccess, endAll),
  }
}

/** Only users of the installation's own application are members. */
const followBy =
  <Fact extends { appId: string }>(write: (fact: Fact) => Step | readonly Step[], remove: (fact: Fact) => Step) =>
  (fact: Fact): readonly Step[] => {
    const steps = [write(fact)].flat()
    return fact.appId === ownApplicationId ? [...steps, remove(fact)] : steps
  }

/** The steps that end sessions of members that began with a passkey: with one of them, or with any. */
const prepareSessionEnds = ({ query }: Database) => ({
  endOne: prepareStep('member_sessions', ({ appId, id }: { appId: string; id: string }) =>
    query.deleteFrom('member_sessions').where('app_id', '=', appId).where('passkey_id', '=', id),
  ),
  endAll: prepareStep('member_sessions', ({ appId, userId }: { appId: string; userId: string }) =>
    query
      .deleteFrom('member_sessions')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('passkey_id', 'is not', null),
  ),
})
