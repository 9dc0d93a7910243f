import type { Core } from '../core.ts'
import type { Reject } from '../errors.ts'
import { AppError } from '../errors.ts'
import type { Flow } from '../ports/sessions.ts'

/**
 * Opens the session of a flow that has this purpose and, if the call specifies one, belongs to this application.
 * @throws AppError created by `reject`
 */
export function openFlow<F extends Flow>(
  { sessions }: Core,
  { session, appId, purpose }: { session: string; appId?: string; purpose: F['purpose'] },
  reject: Reject,
): F {
  try {
    const flow = sessions.open<F>(purpose, session)
    if (appId === undefined || appId === flow.appId) return flow
  } catch (error) {
    throw error instanceof AppError ? reject(error) : error
  }
  throw reject('the session belongs to another application')
}
