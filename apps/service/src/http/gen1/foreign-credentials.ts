import type { foreignCredentialRoutes } from '@thumbturn/contract/gen1/foreign-credentials.ts'
import { AppError } from '../../core/errors.ts'
import type { HandlersOf } from '../call.ts'

/** The error of everything that would begin or complete such a credential. */
export function noSuchMethod(type: string): AppError {
  const reason = 'method_unavailable'
  return new AppError('bad_request', `Users can't authenticate by ${type} here: let your backend assert who they are`, {
    reason,
  })
}

function refuse({ params: { credential_type: type } }: { params: { credential_type: string } }): never {
  throw noSuchMethod(type)
}

export const foreignCredentials = {
  foreignCredentialBegin: refuse,
  foreignCredentialInitCode: refuse,
  foreignCredentialInit: refuse,
  foreignCredentialComplete: refuse,
  authenticateForeignInit: refuse,
  authenticateForeignComplete: refuse,
} satisfies HandlersOf<typeof foreignCredentialRoutes>
