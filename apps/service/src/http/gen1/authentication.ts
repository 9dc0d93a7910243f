import { beginAuthentication } from '../../core/flows/authentication/begin.ts'
import { completeAuthentication } from '../../core/flows/authentication/complete.ts'
import { meantUser } from '../../core/flows/credentials/meant.ts'
import { recogniseDevice } from '../../core/model/devices/recognise.ts'
import { serviceTokenOf } from '../guard.ts'
import { required } from '../named-application.ts'
import { authenticated, readAssertion } from './authenticated.ts'
import { namedIn } from './owner.ts'
import { notAuthenticated } from './refusals.ts'
import type { Gen1Handlers } from './wire.ts'

export const authentication: Pick<Gen1Handlers, 'authenticateFido2Init' | 'authenticateFido2Complete'> = {
  async authenticateFido2Init({ body: { username = '' } }, { core, caller, userAgent }) {
    const token = serviceTokenOf(caller)
    const named = username !== '' || token.username !== undefined || token.userId !== undefined
    const meant = named ? await meantUser(core, token, username === '' ? {} : { username }) : undefined
    const { options } = await beginAuthentication(core, {
      application: token.application,
      username: meant?.usernameKey ?? '',
      device: await recogniseDevice(core, { userAgent }),
      sessionAsChallenge: true,
    })
    return { assertion_payload: options }
  },

  async authenticateFido2Complete({ body }, { core, application }) {
    const signedIn = await completeAuthentication(core, {
      session: body.assertion_payload.challenge,
      assertion: readAssertion(body),
      appId: required(application).id,
      named: namedIn(body),
    }).catch(notAuthenticated)
    return authenticated(core, signedIn, body.no_jwt)
  },
}
