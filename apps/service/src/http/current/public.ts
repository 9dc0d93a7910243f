import { createHash } from 'node:crypto'
import { Answer } from '../answer.ts'
import { required } from '../named-application.ts'
import type { CurrentHandlers } from './wire.ts'

/** Which version answers, for GET /version. */
export type Version = { version: string; hash?: string }

// Verifiers may keep the keys five minutes: a new key is published at least that long before it signs.
const keysCacheControl = 'public, max-age=300, must-revalidate'

export const publicCalls = (version: Version): Pick<CurrentHandlers, 'jwks' | 'version'> => ({
  async jwks(_, { core, application }) {
    const keys = await core.tokens.publicKeys(required(application))
    const etag = `"${createHash('sha256')
      .update(keys.map((key) => key.kid).join())
      .digest('base64url')}"`
    return new Answer({ keys }, { 'cache-control': keysCacheControl, etag })
  },
  version: () => version,
})
