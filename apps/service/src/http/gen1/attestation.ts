import type { RegistrationBegun } from '../../core/flows/registration/begin.ts'

/** What the wire calls the options of a registration. The session is the challenge; older clients also read it apart. */
export function attestationInit({ session, passkeyId, options }: RegistrationBegun, overrideName?: string) {
  const user = { ...options.user, name: overrideName || options.user.name }
  return { attestation_payload: { ...options, user, credential_uuid: passkeyId }, register_session: session }
}
