import { ApiError, PasskeyError } from '../errors.ts'

/** The error of a hook, with `code`, `message`, and `userMessage`. */
export type PasskeyFailure = PasskeyError | ApiError

/** Errors of the SDK unchanged; anything else becomes the cause of ERROR_GENERAL_ERROR. */
export function toFailure(cause: unknown): PasskeyFailure {
  if (cause instanceof PasskeyError || cause instanceof ApiError) return cause
  return new PasskeyError('ERROR_GENERAL_ERROR', cause, cause instanceof Error ? cause.message : String(cause))
}
