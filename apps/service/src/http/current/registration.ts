import type { registrationRoutes } from '@thumbturn/contract/current/registration.ts'
import { issueAccessToken } from '../../core/flows/authentication/token.ts'
import { completeRegistration } from '../../core/flows/registration/complete.ts'
import { startRegistration } from '../../core/flows/registration/start.ts'
import { recognizeDevice } from '../../core/use-cases/devices/recognize.ts'
import type { HandlersOf } from '../call.ts'
import { tokenResponse } from './token-response.ts'

export const registration = {
  async regInit({ body }, { core, caller, application, userAgent }) {
    const { user, passkeyOptions } = body
    const { action, session, options } = await startRegistration(core, {
      application,
      holder: caller.kind === 'user' ? caller.holder : undefined,
      username: user?.username,
      usernameType: user?.usernameType ?? 'other',
      displayName: user?.displayName,
      conditionalCreate: passkeyOptions?.conditionalCreate ?? false,
      securityKey: passkeyOptions?.securityKey ?? false,
      payment: passkeyOptions?.payment,
      device: await recognizeDevice(core, { ...body, userAgent }),
    })
    return { action, session, registrationRequestOptions: options }
  },

  async regComplete({ body }, { core, application }) {
    const { session, creationResult: creation, passkeyName } = body
    const signedIn = await completeRegistration(core, { session, creation, passkeyName, appId: application?.id })
    return tokenResponse(signedIn, await issueAccessToken(signedIn))
  },
} satisfies HandlersOf<typeof registrationRoutes>
