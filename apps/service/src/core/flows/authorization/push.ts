import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { CredentialFields } from '../../model/authorization/client-credentials.ts'
import {
  type Parameters,
  RejectedRequest,
  readParameters,
  type SingleParameters,
} from '../../model/authorization/parameters.ts'
import { isRegistered } from '../../model/authorization/redirect-uri.ts'
import { authenticateClient, type EndpointCall } from './client-authentication.ts'
import { verifyDpop } from './dpop.ts'
import { pushedSeconds, sealParameters } from './flow.ts'
import { asOauthErrors } from './oauth-error.ts'
import { validateRequest } from './validate-request.ts'

export type PushedResponse = { request_uri: string; expires_in: number }

/**
 * Takes the authorization request of a client, so that no browser can change it, and returns a `request_uri` that contains it (RFC 9126
 * §2). Writes nothing.
 * @throws AppError unauthorized (invalid_client) · bad_request
 */
export async function pushRequest(
  core: Core,
  application: Application,
  { fields, call }: { fields: Parameters & CredentialFields; call: EndpointCall },
): Promise<PushedResponse> {
  const client = await authenticateClient(core, application, { fields, call, use: 'requests' })
  // Not spent: used again, it can only bind another request to the same key.
  const jkt = call.dpop === undefined ? undefined : (await verifyDpop(core, client, call))?.jkt
  const parameters = await asOauthErrors(async () =>
    bindKey(await validate(core, { application, client }, fields), jkt),
  )
  return { request_uri: sealParameters(core, application, { parameters, isPushed: true }), expires_in: pushedSeconds }
}

async function validate(
  core: Core,
  { application, client }: { application: Application; client: Client },
  fields: Parameters,
): Promise<SingleParameters> {
  if (fields.request_uri !== undefined)
    throw new RejectedRequest('invalid_request', 'request_uri must not be pushed (RFC 9126 §2.1)')
  const parameters = { ...readParameters(fields), client_id: client.id }
  if (!isRegistered(client, parameters.redirect_uri ?? ''))
    throw new RejectedRequest('invalid_request', 'redirect_uri is not one that the client registered')
  await validateRequest(core, { application, client }, parameters)
  return parameters
}

/** A proof binds the code to its key, as `dpop_jkt` does (RFC 9449 §10.1). */
function bindKey(parameters: SingleParameters, jkt: string | undefined): SingleParameters {
  if (jkt === undefined) return parameters
  if (parameters.dpop_jkt !== undefined && parameters.dpop_jkt !== jkt)
    throw new RejectedRequest('invalid_request', 'dpop_jkt and the DPoP proof name different keys')
  return { ...parameters, dpop_jkt: jkt }
}
