import { ThumbturnError } from '../errors.ts'
import type { Thumbturn } from '../thumbturn.ts'
import type { SessionContent } from './content.ts'
import type { SessionSettings } from './options.ts'

/** Whether a session is still valid; `assumed` if it was a while ago and the service can't be asked. */
export type Verdict = 'active' | 'assumed' | 'ended'

/** `check: 'minute'`: how long a response of the service counts. */
const freshMs = 60_000
/** During an outage of the service, a session counts as valid for this long after it was last known to be. */
const outageMs = 60 * 60_000
/** After a failure, requests don't wait for the service for this long. */
const pauseMs = 5_000
/** Some 10 MB; beyond that, the users who were asked for least recently are asked for again. */
const mostKnown = 50_000

/** A response of the service; `at` in milliseconds since 1970. */
type ServiceState = { at: number; isActive: boolean }

/** Asks the service once a minute for each user, or for each request. */
export function createCheck(thumbturn: Thumbturn, { client: { now }, check, onError }: SessionSettings) {
  const known = new Map<string, ServiceState>()
  const pending = new Map<string, Promise<ServiceState>>()
  let failed: { error: ThumbturnError; until: number } | undefined

  /** @throws ThumbturnError the service can't be asked, or has just failed */
  async function ask(name: string, content: SessionContent): Promise<ServiceState> {
    if (failed && now() < failed.until) throw failed.error
    const at = now()
    try {
      const isActive = await thumbturn.isSessionActive(toBackendSession(content))
      failed = undefined
      return remember(known, name, { at, isActive })
    } catch (error) {
      if (!(error instanceof ThumbturnError)) throw error
      failed = { error, until: now() + pauseMs }
      onError(error)
      throw error
    }
  }

  /** One request at a time for each user, shared by the requests of their pages. */
  function askOnce(name: string, content: SessionContent): Promise<ServiceState> {
    const asked = pending.get(name) ?? ask(name, content).finally(() => pending.delete(name))
    pending.set(name, asked)
    return asked
  }

  const isYoungerThan = (at: number, limit: number) => Math.abs(now() - at) < limit

  async function checkEachMinute(name: string, content: SessionContent): Promise<Verdict> {
    const last = known.get(name)
    if (last && isYoungerThan(last.at, freshMs)) return toVerdict(last)
    try {
      return toVerdict(await askOnce(name, content))
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
      return check === 'always' ? toVerdict(await ask(name, content)) : checkEachMinute(name, content)
    },
    /** For a new session, whatever is known. */
    async verifyNow(content: SessionContent): Promise<Verdict> {
      if (check === 'never' || content.openid) return 'active'
      return toVerdict(await ask(toName(content), content))
    },
  }
}

function remember(known: Map<string, ServiceState>, name: string, state: ServiceState): ServiceState {
  known.delete(name)
  known.set(name, state)
  if (known.size > mostKnown) known.delete(known.keys().next().value!)
  return state
}

const toVerdict = ({ isActive }: ServiceState): Verdict => (isActive ? 'active' : 'ended')

const toName = ({ sub, epoch = 0, credID = '' }: SessionContent) => `${sub} ${epoch} ${credID}`

const toBackendSession = ({ sub, epoch, credID }: SessionContent) => ({
  userId: sub,
  ...(epoch !== undefined && { epoch }),
  ...(credID !== undefined && { passkeyId: credID }),
})
