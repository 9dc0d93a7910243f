import type { ClaimedNotice, LogoutNotice } from '../../model/authorization/logout-notice.ts'

/** The queue of logout tokens. What was sent or given up is deleted. */
export interface LogoutNoticeStore {
  /** Hands out what is due at `now`, earliest first, each notice to one worker: no other gets it before `until`. */
  claim(due: { now: number; until: number; most: number }): Promise<ClaimedNotice[]>
  /** Hands out nothing for a client before that time. */
  delay(client: Pick<LogoutNotice, 'appId' | 'clientId'> & { nextAt: number }): Promise<void>
}
