/**
 * `oidc-provider` as its documentation sets it up: its adapter in memory, which writes nothing to a disk, on node:http. It has no way
 * to sign in of its own, so the user whom a request hints at is signed in and has consented.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Configuration, Provider } from 'oidc-provider'
import { benchClient } from '../adapters/adapter.ts'

const configuration: Configuration = {
  clients: [
    {
      client_id: benchClient.id,
      redirect_uris: [benchClient.redirectUri],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  cookies: { keys: ['of the benchmark'] },
  claims: { profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({
      sub: accountId,
      name: accountId,
      preferred_username: accountId,
      email: `${accountId}@example.com`,
      email_verified: true,
    }),
  }),
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, { uid }) => `/interaction/${uid}` },
  ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Grant: 86_400, Interaction: 600, Session: 86_400 },
}

const provider = new Provider(`http://localhost:${process.env.PORT}`, configuration)
const respond = provider.callback()

async function finishInteraction(request: IncomingMessage, response: ServerResponse) {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login')
    return provider.interactionFinished(request, response, { login: { accountId: String(params.login_hint) } })
  const grant = new provider.Grant({ accountId: session!.accountId, clientId: benchClient.id })
  grant.addOIDCScope(benchClient.scope)
  const consent = { consent: { grantId: await grant.save() } }
  return provider.interactionFinished(request, response, consent, { mergeWithLastSubmission: true })
}

createServer((request, response) => {
  if (request.url!.startsWith('/interaction/')) void finishInteraction(request, response)
  else void respond(request, response)
}).listen(Number(process.env.PORT), '127.0.0.1')
