import type { Core } from '../../core.ts'
import { Outage } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import {
  type ClientCredentials,
  type CredentialFields,
  identifyClient,
  readClientCredentials,
} from '../../model/authorization/client-credentials.ts'
import { isDocumentId } from '../../model/authorization/document-client.ts'
import type { SingleUse } from '../../ports/client-proofs.ts'
import { isClientSecret, usesSecret } from '../../use-cases/openid-clients/secrets.ts'
import { toSpentToken } from '../../watermark.ts'
import { type ClientUse, findAnyClient } from './find-client.ts'
import { invalidClient, oauthError, rejectAs } from './oauth-error.ts'

/** The caller learns nothing about networks that the service reaches. */
export const unreadable = 'The metadata document of the client cannot be read now'

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
 * `use`: absent at endpoints for clients that a member registered only.
 * @throws AppError unauthorized (invalid_client) · bad_request (invalid_request): more than one method · too_many_requests · Outage:
 * the document of the client can't be read
 */
export async function authenticateClient(
  core: Core,
  application: Application,
  { fields, call, use }: { fields: CredentialFields; call: EndpointCall; use?: ClientUse },
): Promise<Client> {
  const credentials = readClientCredentials(call.authorization, fields)
  if ('problem' in credentials) {
    const { problem, description } = credentials
    throw problem === 'malformed' ? oauthError('invalid_request', description) : invalidClient(problem, description)
  }
  const client = await findClient(core, application, { credentials, use })
  await verifyCredentials(core, client, { credentials, audiences: call.audiences })
  return client
}

async function findClient(
  core: Core,
  application: Application,
  { credentials, use }: { credentials: ClientCredentials; use: ClientUse | undefined },
): Promise<Client> {
  const clientId = identifyClient(credentials)
  if (clientId === undefined) throw invalidClient('the assertion names no client')
  if (use === undefined && isDocumentId(clientId)) throw invalidClient('only a registered client can use this endpoint')
  const found = await findAnyClient(core, application, { clientId, use: use ?? 'requests' })
  if ('client' in found) return found.client
  if ('problem' in found)
    throw isDocumentId(clientId) ? invalidClient(clientId, found.problem) : invalidClient(found.problem)
  // It gets what it was granted as soon as its document can be read again.
  if (use === 'tokens') throw new Outage(unreadable, { cause: new Error(found.outage) })
  throw invalidClient(found.outage, unreadable)
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
