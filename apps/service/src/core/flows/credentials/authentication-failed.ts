import { AppError } from '../../errors.ts'

/** The one refusal of whoever does not prove a credential; which it was is for the log, as a stranger must not learn it. */
export const authenticationFailed = (cause: unknown) =>
  new AppError('unauthorized', 'Failed to authenticate', { cause, reason: 'authentication_failed' })
