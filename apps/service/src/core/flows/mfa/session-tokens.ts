import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { RefreshFamily } from '../../model/mfa/record.ts'
import { toEpochClaim } from '../../model/users/token-epoch.ts'
import type { SignedInUser } from '../../model/users/user.ts'
import type { ExtraClaims, SignInClaims } from '../../ports/tokens.ts'
import { codeScopes, signInScopes } from '../authentication/token.ts'

export type SessionTokens = { idToken: string; accessToken: string; refreshToken: string }

/** A sign-in, and the ID of its latest refresh token. */
export type Session = { application: Application; user: SignedInUser; family: RefreshFamily; latest: string }

/** The tokens of a sign-in, issued after the flow and after each refresh. `extraClaims` go into the access token. */
export async function issueSessionTokens(
  core: Core,
  session: Session,
  extraClaims?: ExtraClaims,
): Promise<SessionTokens> {
  const { application, user, family, latest } = session
  const { settings } = application
  const { id: sub, username, displayName: name } = user
  const signedIn = { ...toAccessClaims(family), ...toEpochClaim(user) }
  const access = { tokenType: 'jwtAccess', sub, username, ...signedIn, ...extraClaims } as const
  const refreshSeconds = Math.floor((family.expiresAt - core.now()) / 1000)
  const refresh = { tokenType: 'refreshToken', sub, username, fid: family.id, rid: latest } as const
  const { sign } = core.tokens
  return {
    idToken: await sign(
      application,
      { tokenType: 'idToken', sub, username, name, ...toSignInClaims(family) },
      settings.idTokenSeconds,
    ),
    accessToken: await sign(application, access, settings.accessTokenSeconds),
    refreshToken: await sign(application, refresh, refreshSeconds),
  }
}

const toSignInClaims = ({ amr, passkeyId, signedInAt }: RefreshFamily): SignInClaims => ({
  auth_time: Math.floor(signedInAt / 1000),
  amr,
  // OpenID Connect EAP ACR values §3: phishing-resistant.
  ...(passkeyId !== undefined && { acr: 'phr' as const }),
})

/** A sign-in without a passkey grants what a code grants: adding a passkey, but not renaming or deleting one. */
const toAccessClaims = ({ passkeyId, amr, signedInAt }: RefreshFamily) => ({
  ...(passkeyId === undefined ? { scopes: codeScopes, amr } : { scopes: signInScopes, credID: passkeyId }),
  auth_time: Math.floor(signedInAt / 1000),
})
