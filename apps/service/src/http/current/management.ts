import type { managementRoutes } from '@thumbturn/contract/current/management.ts'
import { isSessionActive, verifyAccessToken } from '../../core/flows/authentication/verify-token.ts'
import { issueGrant } from '../../core/flows/grants/issue.ts'
import type { HandlersOf } from '../call.ts'

export const management = {
  async grantCreate({ body: { username, grants } }, { core, caller }) {
    return { token: await issueGrant(core, { ...caller, username, grants }) }
  },
  async tokenVerify({ body }, { core, application }) {
    await verifyAccessToken(core, application, body.jwtAccess)
    return undefined
  },
  async sessionVerify({ body }, { core, application }) {
    return { active: await isSessionActive(core, application, body) }
  },
} satisfies HandlersOf<typeof managementRoutes>
