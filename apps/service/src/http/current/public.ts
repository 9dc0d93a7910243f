import { createHash } from 'node:crypto'
import type { publicRoutes } from '@thumbturn/contract/current/public.ts'
import { keySetSeconds } from '../../core/model/applications/key-schedule.ts'
import { allowsOnlyPasskeys } from '../../core/model/applications/security-profile.ts'
import { listCapabilities } from '../../core/use-cases/applications/capabilities.ts'
import type { HandlersOf } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'

/** The running version, for GET /version. */
export type Version = { version: string; hash?: string }

const keysCacheControl = `public, max-age=${keySetSeconds}, must-revalidate`

export const publicCalls = (version: Version) =>
  ({
    async jwks(_, { core, application }) {
      const keys = await core.tokens.publicKeys(application)
      const etag = `"${createHash('sha256')
        .update(keys.map((key) => key.kid).join())
        .digest('base64url')}"`
      return new CustomResponse({ keys }, { 'cache-control': keysCacheControl, etag })
    },
    async version(_, { core, application }) {
      const applications = core.applications.all()
      if (applications.some(allowsOnlyPasskeys)) return { version: 'hidden' }
      return { ...version, capabilities: listCapabilities(core, application ? [application] : applications) }
    },
  }) satisfies HandlersOf<typeof publicRoutes>
