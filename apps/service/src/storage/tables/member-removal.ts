import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import { type Database, prepareDelete, prepareStep } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'
import { members } from './members.ts'

type OfUser = { appId: string; userId: string }

/**
 * The steps that delete a member with the user. Foreign keys do it too, except on a distributed database, where members and users are on
 * different servers. Only users of the installation's own application are members.
 */
export function prepareMemberRemoval(db: Database): (appId: string, member: { userId: string }) => readonly Step[] {
  const remove = prepareDelete(db, members, ['userId'])
  return (appId, member) => (appId === ownApplicationId ? [remove(member)] : [])
}

/** The steps that end the sessions of members that began with a passkey, as above. They follow the deletion of the passkey. */
export function preparePasskeySessionRemoval({ query }: Database) {
  const endOne = prepareStep('member_sessions', ({ appId, id }: { appId: string; id: string }) =>
    query.deleteFrom('member_sessions').where('app_id', '=', appId).where('passkey_id', '=', id),
  )
  const endAll = prepareStep('member_sessions', ({ appId, userId }: OfUser) =>
    query
      .deleteFrom('member_sessions')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('passkey_id', 'is not', null),
  )
  return {
    endSessions: (passkey: { appId: string; id: string }): readonly Step[] =>
      passkey.appId === ownApplicationId ? [endOne(passkey)] : [],
    endAllSessions: (user: OfUser): readonly Step[] => (user.appId === ownApplicationId ? [endAll(user)] : []),
  }
}
