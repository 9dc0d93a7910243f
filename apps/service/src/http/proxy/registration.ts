import type { proxyRegistrationRoutes } from '@thumbturn/contract/proxy/registration.ts'
import { completeRegistration } from '../../core/flows/registration/complete.ts'
import { startRegistration } from '../../core/flows/registration/start.ts'
import type { HandlersOf } from '../call.ts'
import { admitUser } from '../guard.ts'
import { recognizeUserDevice } from './device.ts'
import { tokenResponse } from './token-response.ts'

export const registration = {
  async regInit({ body }, { core, application }) {
    const { user, passkeyOptions } = body
    // The Authorization header is the backend's: the user's own token, where there is one, comes in the body.
    const credential = body.app.token || undefined
    const owner = credential && (await admitUser(core, { credential, named: application }, 'reg:write'))
    const { action, session, options } = await startRegistration(core, {
      application,
      holder: owner ? owner.holder : undefined,
      byBackend: true,
      username: user?.username,
      usernameType: user?.usernameType ?? 'other',
      displayName: user?.displayName,
      conditionalCreate: passkeyOptions?.conditionalCreate ?? false,
      securityKey: passkeyOptions?.securityKey ?? false,
      payment: passkeyOptions?.payment,
      device: await recognizeUserDevice(core, body),
    })
    return { action, session, registrationRequestOptions: options }
  },

  async regComplete({ body }, { core, application }) {
    const { session, creationResult: creation, passkeyName } = body
    const appId = application.id
    return tokenResponse(await completeRegistration(core, { session, creation, passkeyName, appId }))
  },
} satisfies HandlersOf<typeof proxyRegistrationRoutes>
