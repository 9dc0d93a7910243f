import { deviceCodeGrant } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { CredentialFields } from '../../model/authorization/client-credentials.ts'
import { readScopes } from '../../model/authorization/read-request.ts'
import { formatUserCode, randomLetters, toLetters } from '../../model/authorization/user-code.ts'
import { authenticateClient, type EndpointCall } from './client-authentication.ts'
import { findLetters } from './device-letters.ts'
import { sealDeviceCode, userCodeSeconds } from './flow.ts'
import { asOauthErrors, oauthError } from './oauth-error.ts'
import { findIssuer } from './response.ts'
import { findTarget } from './target.ts'

/** RFC 8628 §3.1; RFC 8707 §2. */
export type DeviceFields = CredentialFields & { scope?: string | undefined; resource?: string | undefined }

/** RFC 8628 §3.2. The times are seconds. */
export type DeviceResponse = {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

/** How often a device may ask for its tokens, in seconds. */
export const pollSeconds = 5

/**
 * Starts the sign-in of a device that has no browser (RFC 8628 §3.1). Writes nothing: the device code contains the user code, and the
 * user code names the client.
 * @throws AppError unauthorized (invalid_client) · bad_request
 */
export async function startDevice(
  core: Core,
  application: Application,
  { fields, call }: { fields: DeviceFields; call: EndpointCall },
): Promise<DeviceResponse> {
  const client = await authenticateClient(core, application, { fields, call })
  if (!client.grantTypes.includes(deviceCodeGrant))
    throw oauthError('unauthorized_client', `The client does not have the grant type ${deviceCodeGrant}`)
  const asked = await asOauthErrors(() => readAccess(core, client, fields))
  const userCode = await createUserCode(core, application, client)
  const shown = formatUserCode(userCode)
  const page = `${findIssuer(core, application)}/device/`
  return {
    device_code: sealDeviceCode(core, application, { clientId: client.id, userCode, ...asked }),
    user_code: shown,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${shown}`,
    expires_in: userCodeSeconds,
    interval: pollSeconds,
  }
}

/** The scopes and the resource that a device asks for. */
async function readAccess(core: Core, client: Client, { scope, resource }: DeviceFields) {
  const target = await findTarget(core, client, resource)
  return { scopes: readScopes(scope, { client, target }), ...(target && { resource: target.uri }) }
}

async function createUserCode(core: Core, application: Application, client: Client): Promise<string> {
  const letters = await findLetters(core, application, client)
  if (letters === undefined)
    throw oauthError('unauthorized_client', 'The application has too many clients with this grant type')
  return `${letters}${drawLetters(core)}`
}

function drawLetters(core: Core): string {
  const letters = toLetters(Buffer.from(core.random.text(4 * randomLetters), 'base64url'))
  return letters.length < randomLetters ? drawLetters(core) : letters.slice(0, randomLetters)
}
