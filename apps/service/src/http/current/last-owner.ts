import { AppError, forbidden } from '../../core/errors.ts'

/** This API has no `last_owner`: it concerns only the installation's own application. */
export function forbidForLastOwner(error: unknown): never {
  if (error instanceof AppError && error.code === 'last_owner') throw forbidden(error.message, error)
  throw error
}
