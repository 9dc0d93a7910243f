import type { registrationRoutes } from '@thumbturn/contract/gen1/registration.ts'
import { requireNewUser, toAssertedHolder } from '../../core/flows/credentials/backend-assertion.ts'
import { listCredentials } from '../../core/flows/credentials/manage.ts'
import { resolveTargetUser } from '../../core/flows/credentials/target-user.ts'
import { completeRegistration } from '../../core/flows/registration/complete.ts'
import { startRegistration } from '../../core/flows/registration/start.ts'
import { recognizeDevice } from '../../core/use-cases/devices/recognize.ts'
import type { HandlersOf } from '../call.ts'
import { attestationInit } from './attestation.ts'
import { toSignInResponse } from './authenticated.ts'
import { toUserReference } from './owner.ts'
import { rejectRegistration } from './rejections.ts'

export const registration = {
  async registerFido2Init({ body: { username, options = {} } }, { core, caller: token, userAgent }) {
    const target = await resolveTargetUser(core, token, { username })
    const has = target.user ? await listCredentials(core, target.user) : []
    requireNewUser(token, target, has.length > 0)
    const started = await startRegistration(core, {
      application: token.application,
      holder: toAssertedHolder(token, username, target),
      username,
      usernameType: 'other',
      displayName: options.display_name,
      conditionalCreate: false,
      securityKey: options.roaming_authenticator ?? false,
      device: await recognizeDevice(core, { userAgent }),
      sessionAsChallenge: true,
    })
    return attestationInit(started, options.override_name)
  },

  async registerFido2Complete({ body }, { core, application }) {
    const { challenge, credential_id, client_data, attestation_data } = body.attestation_payload
    const signedIn = await completeRegistration(core, {
      session: challenge,
      creation: { credentialId: credential_id, clientDataJSON: client_data, attestationObject: attestation_data },
      passkeyName: body.options?.credential_name,
      appId: application.id,
      reference: toUserReference(body),
    }).catch(rejectRegistration)
    return toSignInResponse(signedIn, body.no_jwt)
  },
} satisfies HandlersOf<typeof registrationRoutes>
