import { ApiError, PasskeyError } from '../errors.ts'

/** What a hook reports: always with `code`, `message`, and `userMessage`. */
export type PasskeyFailure = PasskeyError | ApiError

/** An error of the SDK as it is; anything else as the cause of ERROR_GENERAL_ERROR. */
export function toFailure(cause: unknown): PasskeyFailure {
  if (cause instanceof PasskeyError || cause instanceof ApiError) return cause
  return new PasskeyError('ERROR_GENERAL_ERROR', cause, cause instanceof Error ? cause.message : String(cause))
}
