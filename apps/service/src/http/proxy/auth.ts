import type { proxyAuthRoutes } from '@thumbturn/contract/proxy/auth.ts'
import { completeAuthentication } from '../../core/flows/authentication/complete.ts'
import { startAuthentication } from '../../core/flows/authentication/start.ts'
import type { HandlersOf } from '../call.ts'
import { recognizeUserDevice } from './device.ts'
import { tokenResponse } from './token-response.ts'

export const auth = {
  async authInit({ body }, { core, application }) {
    const { options, ...started } = await startAuthentication(core, {
      application,
      username: body.user?.username ?? '',
      device: await recognizeUserDevice(core, body),
    })
    return { ...started, assertionOptions: options }
  },

  async authComplete({ body }, { core, application }) {
    const { session, assertionResult: assertion } = body
    const appId = application.id
    return tokenResponse(await completeAuthentication(core, { session, assertion, appId }))
  },
} satisfies HandlersOf<typeof proxyAuthRoutes>
