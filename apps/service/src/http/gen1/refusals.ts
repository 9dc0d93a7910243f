import { AppError, type ErrorCode, type Reason } from '../../core/errors.ts'

/** Says a refusal of a ceremony in the words of this generation; anything else passes as it is. */
const reworded = (code: ErrorCode, message: string, reason: Reason) => (error: unknown) => {
  if (!(error instanceof AppError) || error.code !== 'forbidden') throw error
  throw new AppError(code, message, { reason, cause: error })
}

/** A code that was refused, for whatever reason. */
export const notRight = (error: unknown): never => {
  if (!(error instanceof AppError) || error.code !== 'bad_request') throw error
  throw new AppError('unauthorized', 'Failed to authenticate', { reason: 'authentication_failed', cause: error })
}

/** A sign-in that was refused, for whatever reason. */
export const notAuthenticated = reworded('unauthorized', 'Failed to authenticate', 'authentication_failed')

/** A registration that was refused, for whatever reason. */
export const notCreated = reworded(
  'bad_request',
  'The credential was not created: begin again',
  'credential_not_created',
)
