import { verifyAccessToken } from '../../core/flows/authentication/verify-token.ts'
import { issueGrant } from '../../core/flows/grants/issue.ts'
import { apiKeyOf } from '../guard.ts'
import type { CurrentHandlers } from './wire.ts'

export const management: Pick<CurrentHandlers, 'grantCreate' | 'tokenVerify'> = {
  async grantCreate({ body: { username, grants } }, { core, caller }) {
    return { token: await issueGrant(core, { ...apiKeyOf(caller), username, grants }) }
  },
  async tokenVerify({ body }, { core, caller }) {
    await verifyAccessToken(core, apiKeyOf(caller).application, body.jwtAccess)
    return undefined
  },
}
