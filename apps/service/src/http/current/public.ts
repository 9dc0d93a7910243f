import { createHash } from 'node:crypto'
import { keySetSeconds } from '../../core/model/applications/key-schedule.ts'
import { Answer } from '../answer.ts'
import { required } from '../named-application.ts'
import type { CurrentHandlers } from './wire.ts'

/** Which version answers, for GET /version. */
export type Version = { version: string; hash?: string }

const keysCacheControl = `public, max-age=${keySetSeconds}, must-revalidate`

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
