import type { registrationRoutes } from '@thumbturn/contract/gen1/registration.ts'
import { listCredentials } from '../../core/flows/credentials/manage.ts'
import { meantUser } from '../../core/flows/credentials/meant.ts'
import { demandNewcomer, vouchedFor } from '../../core/flows/credentials/vouch.ts'
import { beginRegistration } from '../../core/flows/registration/begin.ts'
import { completeRegistration } from '../../core/flows/registration/complete.ts'
import { recogniseDevice } from '../../core/model/devices/recognise.ts'
import type { HandlersOf } from '../call.ts'
import { attestationInit } from './attestation.ts'
import { authenticated } from './authenticated.ts'
import { namedIn } from './owner.ts'
import { notCreated } from './refusals.ts'

export const registration = {
  async registerFido2Init({ body: { username, options = {} } }, { core, caller: token, userAgent }) {
    const meant = await meantUser(core, token, { username })
    const has = meant.user ? await listCredentials(core, meant.user) : []
    demandNewcomer(token, meant, has.length > 0)
    const begun = await beginRegistration(core, {
      application: token.application,
      holder: vouchedFor(token, username, meant),
      username,
      usernameType: 'other',
      displayName: options.display_name,
      conditionalCreate: false,
      securityKey: options.roaming_authenticator ?? false,
      device: await recogniseDevice(core, { userAgent }),
      sessionAsChallenge: true,
    })
    return attestationInit(begun, options.override_name)
  },

  async registerFido2Complete({ body }, { core, application }) {
    const { challenge, credential_id, client_data, attestation_data } = body.attestation_payload
    const signedIn = await completeRegistration(core, {
      session: challenge,
      creation: { credentialId: credential_id, clientDataJSON: client_data, attestationObject: attestation_data },
      passkeyName: body.options?.credential_name,
      appId: application.id,
      named: namedIn(body),
    }).catch(notCreated)
    return authenticated(core, signedIn, body.no_jwt)
  },
} satisfies HandlersOf<typeof registrationRoutes>
