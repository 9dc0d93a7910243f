import { issueAccessToken, issueCredentialToken } from '../../core/flows/authentication/token.ts'
import type { SignIn } from '../../core/flows/sign-in.ts'
import type { Credential } from '../../core/model/credentials/credential.ts'
import type { SignedInUser } from '../../core/model/users/user.ts'
import type { Assertion } from '../../core/ports/ceremonies.ts'

const toResponse = (
  user: SignedInUser,
  { id: uuid, type, name }: Pick<Credential, 'id' | 'type' | 'name'>,
  jwt?: string,
) => ({
  client: { id: user.appId, type: 'directweb' as const },
  credential: { uuid, type, name },
  user: { id: user.id, username: user.username, namespace_id: user.appId },
  jwt,
  is_authenticated: true as const,
})

/** The response of an authenticator, as this generation sends it. */
export type AssertionBody = {
  assertion_payload: {
    challenge: string
    credential_id: string
    client_data: string
    authenticator_data: string
    signature: string
    user_handle?: string
  }
  no_jwt?: boolean
}

/** The same with the names of WebAuthn. */
export function readAssertion({ assertion_payload: sent }: AssertionBody): Assertion {
  const { credential_id, client_data, authenticator_data, signature, user_handle } = sent
  return {
    credentialId: credential_id,
    clientDataJSON: client_data,
    authenticatorData: authenticator_data,
    signature,
    userHandle: user_handle,
  }
}

/** The response to a completed ceremony; without a token if the client requests none. */
export async function toSignInResponse(signedIn: SignIn, noJwt = false) {
  const { user, passkey } = signedIn
  const jwt = noJwt ? undefined : await issueAccessToken(signedIn, { udata: user.username })
  return toResponse(user, { ...passkey, type: 'fido2' }, jwt)
}

/** The authentication methods of each credential type (RFC 8176 §2). */
const methodsByType = {
  phone_otp: ['otp', 'sms'],
  email_otp: ['otp'],
  fido2: ['hwk'],
  password: ['pwd'],
  publickey: ['pop'],
  recovery_code: ['otp'],
  totp: ['otp'],
} as const

/** The response to a user who verified or received a credential other than a passkey. */
export async function toCredentialResponse(
  result: Pick<SignIn, 'application' | 'user' | 'prepared'> & { credential: Credential },
  noJwt = false,
) {
  const { user, credential } = result
  const jwt = noJwt
    ? undefined
    : await issueCredentialToken({ ...result, amr: methodsByType[credential.type] }, { udata: user.username })
  return toResponse(user, credential, jwt)
}

/** The response to a user who signed in with a code, which is not a credential. */
export async function toCodeResponse(result: Pick<SignIn, 'application' | 'user' | 'prepared'>, noJwt = false) {
  const jwt = noJwt
    ? undefined
    : await issueCredentialToken({ ...result, amr: ['otp'] }, { udata: result.user.username })
  const { credential, ...rest } = toResponse(result.user, { id: '', type: 'fido2', name: '' }, jwt)
  return rest
}
