import { createPublicKey } from 'node:crypto'
import { notFound } from '../../core/errors.ts'
import { required } from '../named-application.ts'
import type { Gen1Handlers } from './wire.ts'

export const keys: Pick<Gen1Handlers, 'certs' | 'keys'> = {
  async certs({ query: { kid } }, { core, application }) {
    const published = await core.tokens.publicKeys(required(application))
    const key = kid === undefined ? published[0] : published.find((one) => one.kid === kid)
    if (!key) throw notFound('There is no such key')
    return createPublicKey({ key, format: 'jwk' }).export({ format: 'pem', type: 'spki' }) as string
  },
  async keys(_, { core, application }) {
    return { keys: await core.tokens.publicKeys(required(application)) }
  },
}
