import { type ActiveState, createActiveStates } from '../active-states.ts'
import type { Thumbturn } from '../thumbturn.ts'
import type { SessionContent } from './content.ts'
import type { SessionSettings } from './options.ts'

/** Whether a session is still valid; `assumed` if it was a while ago and the service can't be asked. */
export type Verdict = 'active' | 'assumed' | 'ended'

/** `check: 'minute'`: how long a response of the service counts. */
const freshMs = 60_000
/** During an outage of the service, a session counts as valid for this long after it was last known to be. */
const outageMs = 60 * 60_000

/** Asks the service once a minute for each user, or for each request. */
export function createCheck(thumbturn: Thumbturn, { client: { now }, check, onError }: SessionSettings) {
  const ask = (content: SessionContent) => thumbturn.isSessionActive(toBackendSession(content))
  const states = createActiveStates({ now, ask, onError })

  const isYoungerThan = (at: number, limit: number) => Math.abs(now() - at) < limit

  async function checkEachMinute(name: string, content: SessionContent): Promise<Verdict> {
    const last = states.find(name)
    if (last && isYoungerThan(last.at, freshMs)) return toVerdict(last)
    try {
      return toVerdict(await states.askOnce(name, content))
    } catch (error) {
      if (last?.isActive !== false && isYoungerThan(last?.at ?? content.renewed * 1000, outageMs)) return 'assumed'
      throw error
    }
  }

  return {
    /** @throws ThumbturnError the service can't be asked */
    async verify(content: SessionContent): Promise<Verdict> {
      if (check === 'never' || content.openid) return 'active'
      const name = toName(content)
      return check === 'always' ? toVerdict(await states.askNow(name, content)) : checkEachMinute(name, content)
    },
    /** For a new session, whatever is known. */
    async verifyNow(content: SessionContent): Promise<Verdict> {
      if (check === 'never' || content.openid) return 'active'
      return toVerdict(await states.askNow(toName(content), content))
    },
  }
}

const toVerdict = ({ isActive }: ActiveState): Verdict => (isActive ? 'active' : 'ended')

const toName = ({ sub, epoch = 0, credID = '' }: SessionContent) => `${sub} ${epoch} ${credID}`

const toBackendSession = ({ sub, epoch, credID }: SessionContent) => ({
  userId: sub,
  ...(epoch !== undefined && { epoch }),
  ...(credID !== undefined && { passkeyId: credID }),
})
