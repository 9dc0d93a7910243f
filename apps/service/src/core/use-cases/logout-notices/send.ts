import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { ClaimedNotice } from '../../model/authorization/logout-notice.ts'
import type { Write } from '../../writes.ts'
import { choosePause } from '../connectors/back-off.ts'
import { createEvent } from '../events/create-event.ts'

/**
 * The outcome of an attempt; `unneeded`: the client no longer exists, or no longer has an address; `isDown`: it would accept
 * no other token now either.
 */
type Attempt =
  | { outcome: 'sent' | 'unneeded' }
  | { outcome: 'later'; reason: string; isDown: boolean }
  | { outcome: 'failed'; reason: string }

/** The same, for the log. */
export type LogoutReport = { appId: string; clientId: string } & Attempt

/** Longer than any attempt takes: until then no other node sends the notice. */
const leaseMs = 60_000

/** Claims up to `most` notices that are due; each must be passed to `sendLogout` at once. */
export const claimLogouts = ({ store, now }: Core, most: number): Promise<ClaimedNotice[]> =>
  store.logoutNotices.claim({ now: now(), until: now() + leaseMs, most })

/**
 * Sends a logout token and writes the outcome. While the client is down, everything else for it waits too, so that it
 * delays other clients by little; a token that it rejects doesn't delay its others.
 */
export async function sendLogout(core: Core, notice: ClaimedNotice, signal: AbortSignal): Promise<LogoutReport> {
  const { appId, clientId } = notice
  const application = await core.applications.findFresh(appId)
  const client = await core.store.openidClients.find({ appId, clientId })
  const uri = client?.backchannelLogoutUri
  const isNeeded = application && client && uri !== undefined
  const attempt: Attempt = isNeeded
    ? await attemptLogout(core, { application, client, uri, notice, signal })
    : { outcome: 'unneeded' }
  const nextAt = core.now() + choosePause(core, notice.attempt)
  const outcome = attempt.outcome === 'later' && nextAt >= notice.expiresAt ? giveUp(attempt) : attempt
  await core.store.commit(listWrites(core, { application, notice, attempt: outcome, nextAt }))
  if (attempt.outcome === 'later' && attempt.isDown) await core.store.logoutNotices.delay({ appId, clientId, nextAt })
  return { appId, clientId, ...outcome }
}

const giveUp = ({ reason }: { reason: string }): Attempt => ({ outcome: 'failed', reason })

type Sending = { application: Application; client: Client; uri: string; notice: ClaimedNotice; signal: AbortSignal }

/** Each attempt has a token of its own, as one is valid for two minutes (OpenID Connect Back-Channel Logout 1.0 §2.4). */
async function attemptLogout(core: Core, { application, client, uri, notice, signal }: Sending): Promise<Attempt> {
  if (notice.expiresAt <= core.now()) return { outcome: 'failed', reason: 'it expired before it could be sent' }
  try {
    const signer = await core.tokens.prepareFor(application, client.idTokenAlg)
    const token = await signer.signLogoutToken({ clientId: client.id, sub: notice.sub, sid: notice.sid })
    return judge(await core.logoutReceivers.send(uri, token, signal))
  } catch (error) {
    return { outcome: 'later', reason: (error as Error).message.slice(0, longestReason), isDown: true }
  }
}

const longestReason = 300

/** The statuses of overloaded servers, and of proxies whose server is down. */
const downStatuses = [429, 502, 503, 504]

/** Frameworks turn the 200 of a response without a body into 204 (OpenID Connect Back-Channel Logout 1.0 §2.8). */
function judge(status: number): Attempt {
  if (status === 200 || status === 204) return { outcome: 'sent' }
  const reason = `the client responded with status ${status}`
  return { outcome: 'later', reason, isDown: downStatuses.includes(status) }
}

type Outcome = { application: Application | undefined; notice: ClaimedNotice; attempt: Attempt; nextAt: number }

function listWrites(core: Core, { application, notice, attempt, nextAt }: Outcome): Write[] {
  if (attempt.outcome === 'later') return [{ postponeLogout: { ...notice, nextAt } }]
  const finish: Write = { finishLogout: notice }
  if (attempt.outcome !== 'failed' || !application) return [finish]
  const detail = { clientId: notice.clientId, reason: attempt.reason }
  return [finish, { append: createEvent(core, application, { type: 'fido2.openid.logout_failed', detail }) }]
}
