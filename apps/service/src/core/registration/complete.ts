import { blockOf } from '../aaguids/blacklist.ts'
import { recordBlocked } from '../aaguids/record-blocked.ts'
import type { Application } from '../applications/application.ts'
import type { Creation, VerifiedCreation } from '../ceremonies.ts'
import type { Core } from '../core.ts'
import { deviceIdFor, deviceName } from '../devices/identify.ts'
import { AppError, forbidden } from '../errors.ts'
import type { Passkey } from '../passkeys/passkey.ts'
import type { RegistrationFlow } from '../sessions.ts'
import type { SignedIn } from '../signed-in.ts'
import type { User } from '../users/user.ts'
import { usernameKey } from '../users/username.ts'

const refused = (reason: unknown) => forbidden('The passkey was not registered: begin again with reg/init', reason)

/**
 * Verifies the new credential, and stores it with its user in one batch that also spends the session.
 * @throws AppError forbidden: expired, spent, closed or foreign session, refused credential, blocked authenticator model, or
 * a name or credential that somebody registered in the meantime
 */
export async function completeRegistration(
  core: Core,
  input: { session: string; creation: Creation; passkeyName?: string; appId?: string },
): Promise<SignedIn> {
  const flow = openFlow(core, input)
  const application = await core.applications.find(flow.appId)
  if (!application) throw refused('the application is gone')
  const verified = verify(core, application, { flow, creation: input.creation })
  await refuseBlocked(core, application, { flow, aaguid: verified.aaguid })
  const user = await ownerOf(core, flow)

  const deviceId = deviceIdFor(core, user.id, flow)
  const passkey = passkeyOf(core, verified, { flow, rpId: application.rpId, deviceId, ...input })
  const { appId, userId, id: passkeyId } = passkey
  const outcome = await core.store.passkeys.add({
    newUser: flow.user.isNew ? user : undefined,
    allowedBy: flow.allowedBy,
    passkey,
    device: { id: deviceId, description: flow.device, at: passkey.createdAt },
    spending: { id: flow.id, expiresAt: flow.expiresAt },
    event: {
      id: core.random.timeId(),
      appId,
      type: 'fido2.passkey.reg.success',
      at: passkey.createdAt,
      userId,
      passkeyId,
      deviceId,
      detail: { aaguid: passkey.aaguid, newUser: flow.user.isNew },
    },
  })
  if (outcome !== 'stored') throw refused(outcome)
  return { application, user, passkey, deviceId }
}

function openFlow({ sessions }: Core, { session, appId }: { session: string; appId?: string }): RegistrationFlow {
  try {
    const flow = sessions.open('registration', session)
    if (flow.closed) throw refused('the beginning said signIn or fail')
    if (appId === undefined || appId === flow.appId) return flow
  } catch (error) {
    throw error instanceof AppError ? refused(error) : error
  }
  throw refused('the session is of another application')
}

function verify(
  { ceremonies }: Core,
  application: Application,
  { flow, creation }: { flow: RegistrationFlow; creation: Creation },
): VerifiedCreation {
  const { challenge, conditional } = flow
  try {
    return ceremonies.verifyCreation(creation, { application, challenge, userPresence: !conditional })
  } catch (error) {
    throw error instanceof AppError ? refused(error) : error
  }
}

async function refuseBlocked(
  core: Core,
  application: Application,
  { flow, aaguid }: { flow: RegistrationFlow; aaguid: string },
) {
  const listed = await core.store.blacklist.find(application.id, aaguid)
  const by = blockOf(application, aaguid, listed?.reg ?? false)
  if (by === undefined) return
  // Somebody new has no id yet: theirs exists only once the passkey is stored.
  const userId = flow.user.isNew ? undefined : flow.user.id
  await recordBlocked(core, { type: 'fido2.passkey.reg.aaguid.blocked', flow, aaguid, by, userId })
  throw refused(`the ${by} keeps the authenticator model ${aaguid} out`)
}

/** The account that the options named. It must still be there, and active, unless this registration creates it. */
async function ownerOf({ store, now }: Core, { appId, user }: RegistrationFlow): Promise<User> {
  if (user.isNew) {
    const { id, username, usernameType, displayName } = user
    return {
      id,
      appId,
      username,
      usernameKey: usernameKey(username),
      usernameType,
      displayName,
      status: 'active',
      createdAt: now(),
    }
  }
  const found = await store.users.find(appId, user.id)
  if (found?.status !== 'active') throw refused('the user is gone or deactivated')
  return found
}

type Circumstances = {
  flow: RegistrationFlow
  rpId: string
  deviceId: string
  creation: Creation
  passkeyName?: string
}

function passkeyOf(
  { random, now, providers }: Core,
  verified: VerifiedCreation,
  circumstances: Circumstances,
): Passkey {
  const { flow, rpId, deviceId, creation, passkeyName } = circumstances
  const { format, ...credential } = verified
  return {
    ...credential,
    id: random.uuid(),
    appId: flow.appId,
    userId: flow.user.id,
    rpId,
    name: passkeyName?.trim() || providers.find(credential.aaguid)?.name || deviceName(flow.device),
    transports: [...new Set(creation.transports ?? [])],
    attestationFormat: format,
    createdAt: now(),
    createdFromDeviceId: deviceId,
    lastUsedAt: undefined,
    lastUsedFromDeviceId: undefined,
  }
}
