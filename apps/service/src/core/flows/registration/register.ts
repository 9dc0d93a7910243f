import { hasLevel } from '@thumbturn/contract/vocabulary/certification.ts'
import type { Core } from '../../core.ts'
import type { Reject } from '../../errors.ts'
import { AppError, explain, rejectFor } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Contact } from '../../model/contacts/contact.ts'
import type { NewEvent } from '../../model/events/new-event.ts'
import { requireInvitation } from '../../model/members/invitation.ts'
import { explanations } from '../../model/passkeys/explanations.ts'
import { describeExtensions, findMissingProtection } from '../../model/passkeys/extensions.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { User } from '../../model/users/user.ts'
import type { Creation, VerifiedCreation } from '../../ports/ceremonies.ts'
import { toSpentSession } from '../../ports/sessions.ts'
import { describeModel } from '../../use-cases/aaguids/describe-model.ts'
import { recordBlocked } from '../../use-cases/aaguids/record-blocked.ts'
import { rejectBlockedModel } from '../../use-cases/aaguids/reject-blocked.ts'
import { formatDeviceName, identifyDevice, toDevice } from '../../use-cases/devices/identify.ts'
import { createEvent } from '../../use-cases/events/create-event.ts'
import { describeCeremony } from '../../use-cases/events/describe-ceremony.ts'
import { createMessageTask } from '../../use-cases/messages/queue.ts'
import { commitPasskey } from '../../use-cases/passkeys/add.ts'
import { type Owner, resolveOwner } from '../../use-cases/users/resolve-owner.ts'
import { append, type Write } from '../../writes.ts'
import type { SignIn } from '../sign-in.ts'
import type { RegistrationFlow } from './flow.ts'

type EventFacts = Pick<NewEvent, 'type' | 'detail'>

/** The input of a registration. */
export type RegistrationInput = {
  application: Application
  flow: RegistrationFlow
  creation: Creation
  passkeyName?: string | undefined
  /** Contacts that a new user verified before. */
  contacts?: readonly Contact[]
  /** Further events about the user, for the same batch. */
  extraEvents?: readonly EventFacts[]
}

/** A verified credential that isn't stored yet. */
export type PreparedRegistration = {
  signIn: SignIn & { user: User; passkey: Passkey }
  /**
   * Stores it with its user, and what else belongs to it, in one batch that also spends the session.
   * @throws AppError created by `reject`: the session is spent, or the username or credential was registered at the same time
   */
  store(further?: readonly Write[]): Promise<void>
}

/**
 * Verifies the new credential.
 * @throws AppError created by `reject`: the credential is rejected, the authenticator model is blocked or not certified at the
 * level that the application requires, the user no longer exists or is deactivated, or a new member has no invitation
 */
export async function prepareRegistration(
  core: Core,
  input: RegistrationInput,
  reject: Reject,
): Promise<PreparedRegistration> {
  const { application, flow, creation, passkeyName } = input
  requireInvitation(flow, reject)
  const verified = verify(core, application, { flow, creation, reject })
  const missing = findMissingProtection(application.settings, verified.extensions)
  if (missing !== undefined) throw explain(reject(missing), explanations.protection)
  await rejectBlockedRegistration(core, application, { flow, aaguid: verified.aaguid, reject })
  await rejectUncertified(core, application, { flow, aaguid: verified.aaguid, reject })
  const { user, newUser } = await resolveOwner(core, flow, { reject })

  const device = flow.user.isNew ? toDevice(core, user.id, flow) : await identifyDevice(core, user, flow)
  const deviceId = device.id
  const passkey = toPasskey(core, verified, { flow, rpId: application.rpId, deviceId, creation, passkeyName })
  const createUserEvent = (facts: EventFacts) =>
    createEvent(core, application, { ...facts, userId: user.id, passkeyId: passkey.id, deviceId } as NewEvent)
  const model = describeModel(core, verified)
  const detail = { aaguid: passkey.aaguid, ...model, newUser: flow.user.isNew, ...describeCeremony(core, flow) }
  const prepared = await core.tokens.prepare(application)
  // An invitation is for the first passkey, even if a registration with another one has started.
  const most = flow.invitation ? 1 : application.settings.maxPasskeys
  const addition = { passkey, isNewUser: flow.user.isNew, most }
  return {
    signIn: { application, user, passkey, deviceId, prepared },
    async store(further = []) {
      const conflict = await commitPasskey(core.store, addition, (slot) => [
        { spend: { appId: flow.appId, ...toSpentSession(flow) } },
        ...listOwner({ input, user, newUser, at: passkey.createdAt }),
        { addPasskey: { ...passkey, slot } },
        { seeDevice: { appId: flow.appId, userId: user.id, known: newUser && [deviceId], ...device } },
        { append: createUserEvent({ type: 'fido2.passkey.reg.success', detail }) },
        ...append((input.extraEvents ?? []).map(createUserEvent)),
        ...createNotices(core, input, passkey),
        ...further,
      ])
      if (conflict) throw reject(conflict)
    },
  }
}

/** Adds a new user, or requires an existing one, unchanged, with what allowed the registration. */
function listOwner({ input, user, newUser, at }: Owner & { input: RegistrationInput; at: number }): Write[] {
  const { flow, contacts } = input
  const { appId, allowedBy, allowedByCode, invitation } = flow
  const { id: userId, tokenEpoch } = user
  const isAllowed: Write[] = [
    ...(allowedBy === undefined ? [] : [{ holdPasskey: { appId, userId, id: allowedBy } }]),
    ...(allowedByCode === undefined ? [] : [{ spendAccessCode: { appId, userId, id: allowedByCode, at } }]),
    ...(invitation === undefined ? [] : [{ spendNonce: { appId, ...invitation } }]),
  ]
  if (newUser) return [...isAllowed, { addUser: { ...newUser, contacts } }]
  return [{ holdUser: { appId, userId, tokenEpoch } }, ...isAllowed, { unlock: { appId, account: userId } }]
}

/** A day later the user has noticed the passkey. New users have no other contact to notify. */
const noticeSeconds = 86_400

function createNotices(core: Core, { application, flow }: RegistrationInput, { name, userId }: Passkey): Write[] {
  if (flow.user.isNew || !application.settings.notices) return []
  const about = { userId, passkey: name, device: formatDeviceName(flow.device) }
  const notice = { appId: application.id, kind: 'passkey-added', about, seconds: noticeSeconds }
  return [{ queue: createMessageTask(core, notice) }]
}

function verify(
  { ceremonies }: Core,
  application: Application,
  { flow, creation, reject }: { flow: RegistrationFlow; creation: Creation; reject: Reject },
): VerifiedCreation {
  const { challenge, conditional } = flow
  try {
    return ceremonies.verifyCreation(creation, { application, challenge, userPresence: !conditional })
  } catch (error) {
    throw error instanceof AppError ? rejectFor(reject, error) : error
  }
}

type ModelContext = { flow: RegistrationFlow; aaguid: string; reject: Reject }

async function rejectBlockedRegistration(core: Core, application: Application, { flow, aaguid, reject }: ModelContext) {
  const item = await core.store.blacklist.find(application.id, aaguid)
  await rejectBlockedModel(core, { ...toCeremony(application, flow), aaguid, isListed: item?.reg ?? false }, reject)
}

/** Every other check has passed, so the error can say what is wrong: it is about the caller's own authenticator. */
async function rejectUncertified(core: Core, application: Application, { flow, aaguid, reject }: ModelContext) {
  const { minCertificationLevel: minimum } = application.settings
  if (minimum === 'none') return
  const level = core.metadata.findStatement(aaguid)?.certification
  if (hasLevel(level, minimum)) return
  await recordBlocked(core, { ...toCeremony(application, flow), aaguid, by: 'certification level' })
  const cause = `the authenticator model ${aaguid} is certified at ${level ?? 'no level'}, below ${minimum}`
  const message = `The authenticator is not certified at FIDO level ${minimum} or higher. Use another one.`
  throw explain(reject(cause), { message, reason: 'authenticator_not_certified' })
}

/** A new user has no ID until the passkey is stored. */
const toCeremony = (application: Application, flow: RegistrationFlow) => ({
  type: 'fido2.passkey.reg.aaguid.blocked' as const,
  application,
  flow,
  userId: flow.user.isNew ? undefined : flow.user.id,
})

type PasskeyContext = {
  flow: RegistrationFlow
  rpId: string
  deviceId: string
  creation: Creation
  passkeyName?: string | undefined
}

function toPasskey({ now, providers }: Core, verified: VerifiedCreation, context: PasskeyContext): Passkey {
  const { flow, rpId, deviceId, creation, passkeyName } = context
  const { format, extensions: authenticator, ...credential } = verified
  const extensions = describeExtensions(creation.clientExtensionResults, authenticator)
  return {
    ...credential,
    // The flow's ID, so that it's known from the start.
    id: flow.id,
    appId: flow.appId,
    userId: flow.user.id,
    rpId,
    name: passkeyName?.trim() || providers.find(credential.aaguid)?.name || formatDeviceName(flow.device),
    transports: [...new Set(creation.transports ?? [])],
    attestationFormat: format,
    ...(extensions && { extensions }),
    createdAt: now(),
    createdFromDeviceId: deviceId,
    lastUsedAt: undefined,
    lastUsedFromDeviceId: undefined,
  }
}
