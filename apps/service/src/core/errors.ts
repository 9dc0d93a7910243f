/** Every refusal the service can give. */
export type ErrorCode = 'bad_request' | 'unauthorized' | 'forbidden' | 'not_found'

/**
 * A refusal meant for the caller. Anything else that is thrown is a bug and answers internal_error.
 * `cause` holds the precise reason for the log; it never reaches the caller.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const badRequest = (message: string, cause?: unknown) => new AppError('bad_request', message, { cause })
export const unauthorized = (message: string, cause?: unknown) => new AppError('unauthorized', message, { cause })
export const forbidden = (message: string, cause?: unknown) => new AppError('forbidden', message, { cause })
export const notFound = (message: string, cause?: unknown) => new AppError('not_found', message, { cause })
