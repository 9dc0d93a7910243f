import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import {
  type ClientCredentials,
  type CredentialFields,
  readAssertionSubject,
  readClientCredentials,
} from '../../model/authorization/client-credentials.ts'
import type { SingleUse } from '../../ports/client-proofs.ts'
import { isClientSecret, usesSecret } from '../../use-cases/openid-clients/secrets.ts'
import { toSpentToken } from '../../watermark.ts'
import { invalidClient, oauthError, rejectAs } from './oauth-error.ts'

/** A call at a protocol endpoint besides its fields: the headers, and its public address. */
export type EndpointCall = {
  authorization: string | undefined
  dpop: string | undefined
  method: 'GET' | 'POST'
  url: string
  /** The addresses for which an assertion of the client can be (RFC 7523 §3, RFC 9126 §2). */
  audiences: readonly string[]
}

/**
 * The client of a call, authenticated by the method that it registered (RFC 6749 §2.3).
 * @throws AppError unauthorized (invalid_client) · bad_request (invalid_request): more than one method
 */
export async function authenticateClient(
  core: Core,
  application: Application,
  { fields, call }: { fields: CredentialFields; call: EndpointCall },
): Promise<Client> {
  const credentials = readClientCredentials(call.authorization, fields)
  if ('problem' in credentials) {
    const { problem, description } = credentials
    throw problem === 'malformed' ? oauthError('invalid_request', description) : invalidClient(problem, description)
  }
  const client = await findClient(core, application, credentials)
  await verifyCredentials(core, client, { credentials, audiences: call.audiences })
  return client
}

async function findClient(
  { store }: Core,
  { id: appId }: Application,
  credentials: ClientCredentials,
): Promise<Client> {
  const clientId =
    credentials.kind === 'assertion'
      ? (credentials.clientId ?? readAssertionSubject(credentials.assertion))
      : credentials.clientId
  const client = clientId === undefined ? undefined : await store.openidClients.find({ appId, clientId })
  if (!client || client.disabled) throw invalidClient('there is no such client, or it is disabled')
  return client
}

type Evidence = { credentials: ClientCredentials; audiences: readonly string[] }

async function verifyCredentials(core: Core, client: Client, { credentials, audiences }: Evidence): Promise<void> {
  if (credentials.kind === 'none' && client.authMethod === 'none') return
  if (credentials.kind === 'secret' && usesSecret(client)) {
    if (isClientSecret(core, client, credentials.secret)) return
    throw invalidClient('the secret is wrong or has expired')
  }
  if (credentials.kind === 'assertion' && client.authMethod === 'private_key_jwt')
    return verifyAssertion(core, client, { assertion: credentials.assertion, audiences })
  throw invalidClient(`the client must authenticate with ${client.authMethod}`)
}

/** RFC 7523 §3; each assertion works once. */
async function verifyAssertion(
  core: Core,
  client: Client,
  { assertion, audiences }: { assertion: string; audiences: readonly string[] },
): Promise<void> {
  const { id: clientId, jwks, jwksUri } = client
  const keys = jwks ? { jwks } : jwksUri === undefined ? undefined : { jwksUri }
  if (!keys) throw invalidClient('the client has no keys')
  const proof = await core.clientProofs
    .verifyClientAssertion({ assertion, clientId, keys, audiences })
    .catch(rejectAs(invalidClient))
  if (!(await spendProof(core, client, proof))) throw invalidClient('the assertion was used before')
}

/** Spends what a client signed for one call. Returns whether it had not been used before. */
export async function spendProof(
  { store }: Core,
  { appId }: Pick<Client, 'appId'>,
  { id, expiresAt }: SingleUse,
): Promise<boolean> {
  const conflict = await store.commit([{ spendNonce: { appId, ...toSpentToken(id, expiresAt) } }])
  return conflict === undefined
}
