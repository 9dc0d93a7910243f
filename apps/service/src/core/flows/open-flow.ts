import type { Core } from '../core.ts'
import type { Reject } from '../errors.ts'
import { AppError } from '../errors.ts'
import type { Flow } from '../ports/sessions.ts'

/**
 * Opens the session of a flow, which must be of that purpose and, where the call names one, of that application.
 * @throws AppError as `refused` makes it
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
  throw reject('the session is of another application')
}
