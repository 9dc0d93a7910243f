import { beginAuthentication } from '../../core/flows/authentication/begin.ts'
import { completeAuthentication } from '../../core/flows/authentication/complete.ts'
import { issueAccessToken } from '../../core/flows/authentication/token.ts'
import { recogniseDevice } from '../../core/model/devices/recognise.ts'
import { required } from '../named-application.ts'
import { tokenResponse } from './token-response.ts'
import type { CurrentHandlers } from './wire.ts'

export const auth: Pick<CurrentHandlers, 'authInit' | 'authComplete'> = {
  async authInit({ body }, { core, application, userAgent }) {
    const { options, ...begun } = await beginAuthentication(core, {
      application: required(application),
      username: body.user?.username ?? '',
      device: await recogniseDevice(core, { ...body, userAgent }),
    })
    return { ...begun, assertionOptions: options }
  },

  async authComplete({ body }, { core, application }) {
    const { session, assertionResult: assertion } = body
    const signedIn = await completeAuthentication(core, { session, assertion, appId: application?.id })
    return tokenResponse(signedIn, await issueAccessToken(core, signedIn))
  },
}
