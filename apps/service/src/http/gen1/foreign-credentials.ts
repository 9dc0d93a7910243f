import { AppError } from '../../core/errors.ts'
import type { Gen1Handlers } from './wire.ts'

type Operations =
  | 'foreignCredentialBegin'
  | 'foreignCredentialInitCode'
  | 'foreignCredentialInit'
  | 'foreignCredentialComplete'
  | 'authenticateForeignInit'
  | 'authenticateForeignComplete'

/** The error of everything that would begin or complete such a credential. */
export function noSuchMethod(type: string): AppError {
  const reason = 'missing_authentication_method'
  return new AppError('bad_request', `Users can't authenticate by ${type} here: let your backend assert who they are`, {
    reason,
  })
}

function refuse({ params: { credential_type: type } }: { params: { credential_type: string } }): never {
  throw noSuchMethod(type)
}

export const foreignCredentials: Pick<Gen1Handlers, Operations> = {
  foreignCredentialBegin: refuse,
  foreignCredentialInitCode: refuse,
  foreignCredentialInit: refuse,
  foreignCredentialComplete: refuse,
  authenticateForeignInit: refuse,
  authenticateForeignComplete: refuse,
}
