import { issueAccessToken } from '../../core/authentication/token.ts'
import type { Core } from '../../core/core.ts'
import type { SignedIn } from '../../core/signed-in.ts'
import type { User } from '../../core/users/user.ts'

const shownUser = ({ id, username, appId }: User) => ({ id, username, namespace_id: appId })

/** The answer to a completed ceremony; without a token where the client wants none. */
export async function authenticated(core: Core, signedIn: SignedIn, noJwt = false) {
  const { application, user, passkey } = signedIn
  const jwt = noJwt ? undefined : await issueAccessToken(core, signedIn, { udata: user.username })
  return {
    client: { id: application.id, type: 'directweb' as const },
    credential: { uuid: passkey.id, type: 'fido2' as const, name: passkey.name },
    user: shownUser(user),
    jwt,
    is_authenticated: true as const,
  }
}
