import { AppError, type ErrorCode, isExplained, type Reason } from '../../core/errors.ts'

/** Rewords the rejection of a ceremony for this generation; rethrows any other error unchanged. An explanation stays. */
const reword = (code: ErrorCode, message: string, reason: Reason) => (error: unknown) => {
  if (!(error instanceof AppError) || error.code !== 'forbidden') throw error
  throw new AppError(code, isExplained(error) ? error.message : message, { reason, cause: error })
}

/** Rewords the rejection of a code, whatever its reason. */
export const rejectCode = (error: unknown): never => {
  if (!(error instanceof AppError) || error.code !== 'bad_request') throw error
  throw new AppError('unauthorized', 'Failed to authenticate', { reason: 'authentication_failed', cause: error })
}

/** Rewords the rejection of a sign-in. */
export const rejectSignIn = reword('unauthorized', 'Failed to authenticate', 'authentication_failed')

/** Rewords the rejection of a registration. */
export const rejectRegistration = reword(
  'bad_request',
  'The credential was not created: start again',
  'credential_not_created',
)
