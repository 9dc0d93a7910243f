import { AppError } from '../../errors.ts'

/**
 * The one error for every credential that can't be verified. Only the log has the cause, so that an attacker learns
 * nothing.
 */
export const authenticationFailed = (cause: unknown) =>
  new AppError('unauthorized', 'Failed to authenticate', { cause, reason: 'authentication_failed' })
