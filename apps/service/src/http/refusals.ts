import type { Route } from '@thumbturn/contract'
import type { Application } from '../core/applications/application.ts'
import { ownApplicationId } from '../core/applications/own-id.ts'
import type { Core } from '../core/core.ts'
import { AppError } from '../core/errors.ts'
import type { RefusalKind } from '../core/events/refusals.ts'
import type { Caller } from './guard.ts'

/** A call as far as it is understood: its application, where anything has said, and its caller, once the guard let it in. */
export type Received = { core: Core; application: Application | undefined; caller: Caller | undefined }

const always: readonly string[] = ['unauthorized', 'forbidden', 'too_many_requests']

/** Wrong and unknown things are everyday, unless they are a wrong code or answer. */
const isCounted = ({ code }: AppError, { limit }: Route) =>
  always.includes(code) || (code === 'bad_request' && (limit === 'guess' || limit === 'complete'))

/** Counts what says that somebody may not do something, or could not prove it. */
export async function countRefusal(
  { core, application, caller }: Received,
  error: unknown,
  { route, body }: { route: Route; body: unknown },
): Promise<void> {
  if (!(error instanceof AppError) || !isCounted(error, route)) return
  const appId = application?.id ?? appIdOfSession(core, body) ?? (await core.applications.lastKnown.sole())?.id
  const kind = caller ? kindOf(route) : 'credentials'
  core.refusals.count(appId ?? ownApplicationId, error.code === 'too_many_requests' ? 'limited' : kind)
}

const byTag: Readonly<Record<string, RefusalKind>> = {
  auth: 'signIns',
  reg: 'registrations',
  tx: 'transactions',
  mfa: 'mfa',
}

const kindOf = ({ tag, limit }: Route): RefusalKind => (limit === 'guess' ? 'codes' : (byTag[tag] ?? 'others'))

/** Where several applications share an address, a completing call says by its session alone which one it means. */
function appIdOfSession({ sessions }: Core, body: unknown): string | undefined {
  const { session } = (body ?? {}) as { session?: unknown }
  try {
    return typeof session === 'string' ? sessions.openAny(session).appId : undefined
  } catch {
    return undefined
  }
}
