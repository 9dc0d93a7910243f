import { apiKeyScopes } from '@thumbturn/contract'
import { changeApplication } from '@thumbturn/service/core/use-cases/applications/change.ts'
import { createApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '@thumbturn/service/core/use-cases/applications/own.ts'
import { gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { completed, confirm, readCompletedFlow, startMfa } from '@thumbturn/service-harness/mfa.ts'
import { addOpenidClient, addPublicClient, clientSecret, signInToClient } from '@thumbturn/service-harness/openid.ts'
import { origin, realClock, type Service, startService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  readBody,
  signUpUser,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'

const payload = 'Pay 25.00 € to Grace'

/** A user who signed up, and who confirmed a transaction and a payload with the passkey. */
async function createUser(service: Service) {
  const { device, username, jwtAccess, ...ids } = await signUpUser(service)
  const nonce = 'order-1'
  const started = await startTransaction(service, username, { txPayload: payload, nonce })
  const response = await service.post('/tx/complete', transactionAnswer(device, started))
  const { token, txId } = readBody<{ token: string; txId: string }>(response)
  const flow = await confirm(service, await startMfa(service, username, { payload }), { device })
  const { payloadSignature } = readCompletedFlow(flow)
  return { ...ids, username, accessToken: jwtAccess, payload, transaction: { token, txId, nonce }, payloadSignature }
}

/** Access tokens of an OpenID client for a protected resource, and the client by which the resource asks about them. */
async function createResource(service: Service) {
  const uri = 'https://mcp.example.com/notes/mcp'
  const client = await addPublicClient(service, { scopes: ['openid', 'notes:read'], resources: [uri] })
  const { id } = await addOpenidClient(service, { resources: [uri] })
  const request = async () => (await signInToClient(service, client, { scope: 'notes:read', resource: uri })).tokens
  const tokens = [(await request()).access_token, (await request()).access_token]
  const introspection = { client_id: id, client_secret: clientSecret }
  return { uri, clientId: client.id, token: tokens[0], tokens, introspection }
}

// Serves an application until it is stopped. Its parent gets the variables and the users and tokens that the tests of an SDK use.
const service = await startService({ databaseUrl: 'sqlite::memory:', clock: realClock() })
const { core, application } = service
await changeApplication(core, application, { settings: { refreshTokens: true, refreshReuseSeconds: 0 } })
const own = await ensureOwnApplication(core, origin)
const admin = await createApiKey(core, own, { name: 'admin', scopes: ['admin'] })
const backend = await apiKey(service, [...apiKeyScopes])
const { privateKey } = await gen1Backend(service)
const { done } = await completed(service)
const url = await service.server.listen({ port: 0, host: '127.0.0.1' })
process.send?.({
  variables: {
    THUMBTURN_URL: `${url}/apps/${application.id}`,
    // The tokens name the address that the harness fixes, while the port is free.
    THUMBTURN_ISSUER: `${origin}/apps/${application.id}`,
    THUMBTURN_API_KEY: backend.text,
    THUMBTURN_ADMIN_KEY: admin.text,
  },
  situation: {
    ...(await createUser(service)),
    idToken: done.idToken,
    refreshToken: done.refreshToken,
    resource: await createResource(service),
    clientId: application.id,
    clientKey: privateKey.export({ format: 'jwk' }),
  },
})
