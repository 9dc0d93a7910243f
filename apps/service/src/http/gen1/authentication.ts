import type { authenticationRoutes } from '@thumbturn/contract/gen1/authentication.ts'
import { completeAuthentication } from '../../core/flows/authentication/complete.ts'
import { startAuthentication } from '../../core/flows/authentication/start.ts'
import { resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import { recognizeDevice } from '../../core/use-cases/devices/recognize.ts'
import type { HandlersOf } from '../call.ts'
import { readAssertion, toSignInResponse } from './authenticated.ts'
import { toUserReference } from './owner.ts'
import { rejectSignIn } from './rejections.ts'

export const authentication = {
  async authenticateFido2Init({ body: { username = '' } }, { core, caller: token, userAgent }) {
    const named = username !== '' || token.username !== undefined || token.userId !== undefined
    const target = named ? await resolveTargetUser(core, token, username === '' ? {} : { username }) : undefined
    const { options } = await startAuthentication(core, {
      application: token.application,
      username: target?.usernameKey ?? '',
      device: await recognizeDevice(core, { userAgent }),
      sessionAsChallenge: true,
    })
    return { assertion_payload: options }
  },

  async authenticateFido2Complete({ body }, { core, application }) {
    const signedIn = await completeAuthentication(core, {
      session: body.assertion_payload.challenge,
      assertion: readAssertion(body),
      appId: application.id,
      reference: toUserReference(body),
    }).catch(rejectSignIn)
    return toSignInResponse(signedIn, body.no_jwt)
  },
} satisfies HandlersOf<typeof authenticationRoutes>
