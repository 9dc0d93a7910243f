import { beginRegistration } from '../../core/flows/registration/begin.ts'
import { completeRegistration } from '../../core/flows/registration/complete.ts'
import { apiKeyOf, userCaller } from '../guard.ts'
import { deviceBehind } from './device.ts'
import { tokenResponse } from './token-response.ts'
import type { ProxyHandlers } from './wire.ts'

export const registration: Pick<ProxyHandlers, 'regInit' | 'regComplete'> = {
  async regInit({ body }, { core, caller }) {
    const { user, passkeyOptions } = body
    const { application } = apiKeyOf(caller)
    // The Authorization header is the backend's: the user's own token, where there is one, comes in the body.
    const credential = body.app.token || undefined
    const owner = credential && (await userCaller(core, { credential, scope: 'reg:write', named: application }))
    const { action, session, options } = await beginRegistration(core, {
      application,
      holder: owner ? owner.holder : undefined,
      vouched: true,
      username: user?.username,
      usernameType: user?.usernameType ?? 'other',
      displayName: user?.displayName,
      conditionalCreate: passkeyOptions?.conditionalCreate ?? false,
      securityKey: passkeyOptions?.securityKey ?? false,
      device: await deviceBehind(core, body),
    })
    return { action, session, registrationRequestOptions: options }
  },

  async regComplete({ body }, { core, caller }) {
    const { session, creationResult: creation, passkeyName } = body
    const appId = apiKeyOf(caller).application.id
    return tokenResponse(core, await completeRegistration(core, { session, creation, passkeyName, appId }))
  },
}
