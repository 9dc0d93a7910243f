import type { Core } from '../../core.ts'
import { AppError } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import { isDocumentId } from '../../model/authorization/document-client.ts'
import { RejectedRequest, type SingleParameters } from '../../model/authorization/parameters.ts'
import { readRequest } from '../../model/authorization/read-request.ts'
import type { AuthorizationRequest } from '../../model/authorization/request.ts'
import { findTarget } from './target.ts'

/**
 * Validates the authorization request of a client, with the user whom an `id_token_hint` names. A program that no member registered,
 * and that names neither a scope nor a resource, asks for the user's identity (RFC 6749 §3.3).
 * @throws RejectedRequest
 */
export async function validateRequest(
  core: Core,
  { application, client }: { application: Application; client: Client },
  parameters: SingleParameters,
): Promise<AuthorizationRequest> {
  const target = await findTarget(core, client, parameters.resource)
  const asked = isDocumentId(client.id) && !target?.resource ? { scope: 'openid', ...parameters } : parameters
  const request = readRequest(asked, { client, target })
  const { id_token_hint: hint } = parameters
  if (hint === undefined) return request
  const subject = await readHintedSubject(core, { application, client }, hint)
  if (request.subject !== undefined && request.subject !== subject)
    throw new RejectedRequest('invalid_request', 'id_token_hint and the claim sub name different users')
  return { ...request, subject }
}

async function readHintedSubject(
  { tokens }: Core,
  { application, client }: { application: Application; client: Client },
  hint: string,
): Promise<string> {
  try {
    const { clientId, sub } = await tokens.verifyHint(application, hint)
    if (clientId === client.id) return sub
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  throw new RejectedRequest('invalid_request', 'id_token_hint must be an ID token of this client')
}
