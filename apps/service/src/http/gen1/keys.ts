import { createPublicKey } from 'node:crypto'
import type { keyRoutes } from '@thumbturn/contract/gen1/keys.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { findKeyOwner } from '../../core/use-cases/applications/key-owner.ts'
import type { HandlersOf } from '../call.ts'

/** @throws AppError bad_request: several clients share the address, and the call names none */
function requiredClient(application: Application | undefined): Application {
  if (application) return application
  throw new AppError('bad_request', 'client_id is missing: several clients share this address', {
    reason: 'incomplete_request',
  })
}

const noSuchKey = () => notFound('There is no such key')

export const keys = {
  async certs({ query: { kid } }, { core, application }) {
    // A key id names its application. Who asks for it holds a token, which may be of any of them.
    const owner = application ?? (kid === undefined ? undefined : await findKeyOwner(core, kid))
    if (kid !== undefined && !owner) throw noSuchKey()
    const published = await core.tokens.publicKeys(requiredClient(owner))
    const key = kid === undefined ? published[0] : published.find((one) => one.kid === kid)
    if (!key) throw noSuchKey()
    return createPublicKey({ key, format: 'jwk' }).export({ format: 'pem', type: 'spki' }) as string
  },
  async keys(_, { core, application }) {
    return { keys: await core.tokens.publicKeys(requiredClient(application)) }
  },
} satisfies HandlersOf<typeof keyRoutes>
