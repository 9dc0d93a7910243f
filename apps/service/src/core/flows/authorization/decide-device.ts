import type { Core } from '../../core.ts'
import { forbidden, notFound, unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { Consent } from '../../model/authorization/consent.ts'
import type { DeviceDecision } from '../../model/authorization/device-decision.ts'
import { canAskFor, type ProtectedResource } from '../../model/authorization/protected-resource.ts'
import { formatUserCode, readUserCode } from '../../model/authorization/user-code.ts'
import type { OpenedBrowserSession } from '../../ports/stores/authorization.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { countCall } from '../../use-cases/limits/count.ts'
import { compareAccess, compareResource, type RequestedResource, type RequestedScope } from './consent.ts'
import { hashUserCode } from './device-code.ts'
import { findClientOfCode } from './device-letters.ts'
import { userCodeSeconds } from './flow.ts'
import { isAllowed } from './groups.ts'

/** A user code as a user entered it, and the session of their browser. */
export type EnteredCode = { userCode: string; opened: OpenedBrowserSession }

/** The client that a code names, with what it can ask for: only the device knows what it asked for. */
export type DeviceDescription = {
  client: Client
  userCode: string
  scopes: readonly RequestedScope[]
  resources: readonly RequestedResource[]
}

/**
 * Describes the device that a code names. Whether a device shows that code isn't known: nothing was written when it was created.
 * @throws AppError not_found · too_many_requests
 */
export async function describeDevice(
  core: Core,
  application: Application,
  entered: EnteredCode,
): Promise<DeviceDescription> {
  const { client, code } = await findDevice(core, application, entered)
  const { appId, id: userId } = entered.opened.user
  const consent = await core.store.consents.find({ appId, userId, clientId: client.id })
  const { scopes } = compareAccess({ scopes: client.scopes, target: undefined }, consent)
  const resources = (await listResources(core, client)).map((resource) => compareWhole(resource, consent))
  return { client, userCode: formatUserCode(code), scopes, resources }
}

/** The registered resources that a client can ask for. */
async function listResources({ store }: Core, client: Client): Promise<ProtectedResource[]> {
  if (client.resources.length === 0) return []
  return (await store.protectedResources.list(client.appId)).filter((resource) => canAskFor(client, resource))
}

/** A resource with all of its scopes. */
function compareWhole(resource: ProtectedResource, consent: Consent | undefined): RequestedResource {
  const names = resource.scopes.map(({ name }) => name)
  return compareResource({ uri: resource.uri, resource }, names, consent)
}

const unknownCode = (cause?: unknown) => notFound('No device shows this code, or it has expired', cause)

/** Counted per user, as every guess could be the code of a device (RFC 8628 §5.1). */
async function findDevice(core: Core, application: Application, { userCode, opened }: EnteredCode) {
  await countCall(core, 'guess', { scopes: ['user'], appId: application.id, user: opened.user.id })
  const code = readUserCode(userCode)
  const client = code === undefined ? undefined : await findClientOfCode(core, application, code)
  if (code === undefined || !client) throw unknownCode()
  return { client, code }
}

/**
 * Records what a user decided about the device that shows a code; the first decision counts.
 * @throws AppError not_found · forbidden: the user can't use the client · unauthorized: they no longer exist · too_many_requests
 */
export async function decideDevice(
  core: Core,
  application: Application,
  { decision, ...entered }: EnteredCode & { decision: 'allow' | 'deny' },
): Promise<void> {
  const { client, code } = await findDevice(core, application, entered)
  const { session, user } = entered.opened
  if (decision === 'allow' && !(await isAllowed(core, [client], user)))
    throw forbidden('The user is in none of the groups that can use this client')
  const type = decision === 'allow' ? 'fido2.openid.device_allowed' : 'fido2.openid.device_denied'
  const facts = { userId: user.id, passkeyId: session.passkeyId, detail: { clientId: client.id } }
  const conflict = await core.store.commit([
    { addDeviceDecision: createDecision(core, application, { client, code, decision, session }) },
    { append: createEvent(core, application, { type, ...facts }) },
  ])
  if (conflict === 'device_decided') throw unknownCode('it was decided before')
  if (conflict) throw unauthorized('The user no longer exists', `conflict: ${conflict}`)
}

type Facts = Pick<DeviceDecision, 'decision'> & Pick<OpenedBrowserSession, 'session'> & { client: Client; code: string }

function createDecision(
  core: Core,
  application: Application,
  { client, code, decision, session }: Facts,
): DeviceDecision {
  const { appId, userId, passkeyId, tokenEpoch, amr, acr, authenticatedAt } = session
  return {
    appId,
    codeHash: hashUserCode(core, application, code),
    clientId: client.id,
    userId,
    decision,
    passkeyId,
    tokenEpoch,
    amr,
    acr,
    authenticatedAt,
    expiresAt: core.now() + userCodeSeconds * 1000,
    usedAt: undefined,
  }
}
