import type { foreignCredentialRoutes } from '@thumbturn/contract/gen1/foreign-credentials.ts'
import { AppError } from '../../core/errors.ts'
import type { HandlersOf } from '../call.ts'

/** The error of everything that would begin or complete such a credential. */
export function createUnavailableError(type: string): AppError {
  const reason = 'method_unavailable'
  return new AppError('bad_request', `Users can't authenticate with ${type} here: have your backend assert the user`, {
    reason,
  })
}

function reject({ params: { credential_type: type } }: { params: { credential_type: string } }): never {
  throw createUnavailableError(type)
}

export const foreignCredentials = {
  foreignCredentialBegin: reject,
  foreignCredentialInitCode: reject,
  foreignCredentialInit: reject,
  foreignCredentialComplete: reject,
  authenticateForeignInit: reject,
  authenticateForeignComplete: reject,
} satisfies HandlersOf<typeof foreignCredentialRoutes>
