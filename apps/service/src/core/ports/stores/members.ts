import type { Invitation } from '../../model/members/invitation.ts'
import type { MemberWithRoles } from '../../model/members/member.ts'
import type { MemberSession, OpenedSession } from '../../model/members/session.ts'

/** Reads members, their sessions, and invitations. */
export interface MemberStore {
  find(userId: string): Promise<MemberWithRoles | undefined>
  /** In the order in which they joined. */
  list(): Promise<MemberWithRoles[]>
  /** Those that exist, in the order in which they joined. */
  findAll(userIds: readonly string[]): Promise<MemberWithRoles[]>
  /** One read: the session with that token, whose user is active and was not signed out since, and the member's roles. */
  findSession(tokenHash: string): Promise<OpenedSession | undefined>
  /** Two hundred at most, the last used one first, expired ones too. */
  listSessions(userId: string): Promise<MemberSession[]>
  findInvitation(id: string): Promise<Invitation | undefined>
  /** Newest first, accepted and expired ones too. */
  listInvitations(): Promise<Invitation[]>
  /** Those of that creator that are neither accepted nor expired at that time. */
  countOpenInvitations(createdBy: string, now: number): Promise<number>
}
