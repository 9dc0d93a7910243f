import { userScopes } from '@thumbturn/contract'
import { signingAlgorithms } from '@thumbturn/contract/vocabulary/signing-algorithms.ts'
import { ensureSigningKey } from '@thumbturn/service/core/use-cases/applications/signing-keys.ts'
import type { Service } from './service.ts'

/** A token that is signed for an OpenID client. */
export type ClientToken = { kind: 'idToken' | 'access' | 'logout' | 'userinfo'; what: string; text: string }

/** The user that the tokens are about, and a passkey of theirs. */
type Holder = { userId: string; username: string; passkeyId: string }

/**
 * Tokens of the application `demo` for a client that makes them look like tokens of the API: it has the ID of the
 * application, which is the audience of its access tokens, too, and asks for the claims of an access token of the API.
 */
export async function signClientTokens(service: Service, holder: Holder): Promise<ClientToken[]> {
  await ensureSigningKey(service.core, service.application, { alg: 'RS256', by: 'test' })
  const application = (await service.core.applications.findFresh('demo'))!
  const { userId, username, passkeyId } = holder
  const disguise = { tokenType: 'jwtAccess', username, scopes: userScopes, credID: passkeyId, rpId: application.rpId }
  const client = { clientId: 'demo', sub: userId, user: disguise }
  const signedIn = { auth_time: Math.floor(service.clock.now() / 1000), amr: ['hwk'], acr: 'phr' } as const
  const access = { ...client, audience: ['demo'], scopes: userScopes }
  const groups = await Promise.all(
    signingAlgorithms.map(async (alg) => {
      const prepared = await service.core.tokens.prepareFor(application, alg)
      const list: [ClientToken['kind'], Promise<string>][] = [
        ['idToken', prepared.signIdToken({ ...client, ...signedIn }, 600)],
        ['access', prepared.signAccessToken({ ...access, userId, ...signedIn }, 600)],
        ['logout', prepared.signLogoutToken({ clientId: 'demo', sub: userId, sid: 'session' })],
        ['userinfo', prepared.signUserinfo(client)],
      ]
      return Promise.all(list.map(async ([kind, text]) => ({ kind, what: `${kind} ${alg}`, text: await text })))
    }),
  )
  return groups.flat()
}
