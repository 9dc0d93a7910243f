import type { Route } from '@thumbturn/contract'
import type { RejectedCallKind } from '@thumbturn/contract/vocabulary/rejected-call-kinds.ts'
import type { Core } from '../core/core.ts'
import { AppError } from '../core/errors.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import type { Flow } from '../core/ports/sessions.ts'
import { keepRejection, rejectionTypes } from '../core/use-cases/events/rejections.ts'
import type { Caller } from './callers.ts'
import { findReason } from './errors.ts'
import type { Exchange } from './exchange.ts'

const alwaysCounted: readonly string[] = ['unauthorized', 'forbidden', 'too_many_requests']

/** A device that waits for its user does what it should (RFC 8628 §3.5). */
const isWaiting = ({ oauth }: AppError) => oauth?.error === 'authorization_pending'

/** Invalid and unknown input is common and not counted, except for wrong codes and failed ceremonies. */
const isCounted = (error: AppError, { limit }: Route) =>
  alwaysCounted.includes(error.code) ||
  (error.code === 'bad_request' && (limit === 'guess' || limit === 'complete') && !isWaiting(error))

/** Counts a rejected call, and records the reason if it was a ceremony of a known application. */
export function countRejection({ core, application, caller, body }: Exchange, error: unknown, route: Route): void {
  if (!(error instanceof AppError) || !isCounted(error, route)) return
  const flow = findFlow(core, caller, body)
  const appId = application?.id ?? flow?.appId ?? core.applications.findOnly()?.id
  const kind = error.code === 'too_many_requests' ? 'limited' : caller ? toRejectionKind(route) : 'credentials'
  core.rejectedCalls.count(appId ?? ownApplicationId, kind)
  const about = appId === undefined ? undefined : (application ?? core.applications.find(appId))
  if (!about || !isCeremony(kind)) return
  const reason = (findReason(error.cause) ?? error.message).slice(0, longestReason)
  keepRejection(core, about, { kind, userId: error.userId ?? findUser(flow), reason })
}

const longestReason = 200

const isCeremony = (kind: RejectedCallKind): kind is keyof typeof rejectionTypes => kind in rejectionTypes

/** A user who signs up has no id yet. */
function findUser(flow: Flow | undefined): string | undefined {
  if (!flow?.user) return flow?.userId
  return flow.user.isNew ? undefined : flow.user.id
}

const byTag: Readonly<Record<string, RejectedCallKind>> = {
  auth: 'signIns',
  reg: 'registrations',
  tx: 'transactions',
  mfa: 'mfa',
}

const toRejectionKind = ({ tag, limit }: Route): RejectedCallKind =>
  limit === 'guess' ? 'codes' : (byTag[tag] ?? 'others')

/** The flow that the call completes. If several applications share an address, only its session identifies the application. */
function findFlow({ sessions }: Core, caller: Caller | undefined, body: unknown): Flow | undefined {
  if (caller?.kind === 'session') return caller.flow
  const { session } = (body ?? {}) as { session?: unknown }
  try {
    return typeof session === 'string' ? sessions.openAny(session) : undefined
  } catch {
    return undefined
  }
}
