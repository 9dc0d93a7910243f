import type { authRoutes } from '@thumbturn/contract/current/auth.ts'
import { completeAuthentication } from '../../core/flows/authentication/complete.ts'
import { startAuthentication } from '../../core/flows/authentication/start.ts'
import { issueAccessToken } from '../../core/flows/authentication/token.ts'
import { recognizeDevice } from '../../core/use-cases/devices/recognize.ts'
import type { HandlersOf } from '../call.ts'
import { tokenResponse } from './token-response.ts'

const toMode = (mediation: string | undefined) =>
  mediation === 'immediate' ? mediation : mediation === 'conditional' ? 'autofill' : undefined

export const auth = {
  async authInit({ body }, { core, application, userAgent }) {
    const { options, ...started } = await startAuthentication(core, {
      application,
      username: body.user?.username ?? '',
      device: await recognizeDevice(core, { ...body, userAgent }),
      mode: toMode(body.mediation),
    })
    return { ...started, assertionOptions: options }
  },

  async authComplete({ body }, { core, application }) {
    const { session, assertionResult: assertion } = body
    const signedIn = await completeAuthentication(core, { session, assertion, appId: application?.id })
    return tokenResponse(signedIn, await issueAccessToken(signedIn))
  },
} satisfies HandlersOf<typeof authRoutes>
