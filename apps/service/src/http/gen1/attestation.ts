import type { RegistrationStart } from '../../core/flows/registration/start.ts'
import { shortenName } from '../../core/model/passkeys/short-name.ts'

/**
 * The options of a registration, with their names on the wire. The session is the challenge; older clients also read it
 * apart.
 */
export function attestationInit({ session, passkeyId, options }: RegistrationStart, overrideName?: string) {
  const user = { ...options.user, name: overrideName ? shortenName(overrideName) : options.user.name }
  return { attestation_payload: { ...options, user, credential_uuid: passkeyId }, register_session: session }
}
