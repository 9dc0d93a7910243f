import { AppError } from '../../core/errors.ts'
import type { Gen1Handlers } from './wire.ts'

type Operations =
  | 'foreignCredentialInit'
  | 'foreignCredentialComplete'
  | 'authenticateForeignInit'
  | 'authenticateForeignComplete'

function refuse({ params: { credential_type: type } }: { params: { credential_type: string } }): never {
  const reason = 'missing_authentication_method'
  throw new AppError('bad_request', `Nobody can authenticate by ${type} here: let your backend vouch`, { reason })
}

export const foreignCredentials: Pick<Gen1Handlers, Operations> = {
  foreignCredentialInit: refuse,
  foreignCredentialComplete: refuse,
  authenticateForeignInit: refuse,
  authenticateForeignComplete: refuse,
}
