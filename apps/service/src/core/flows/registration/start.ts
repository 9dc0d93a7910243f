import type { UsernameType } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core.ts'
import { forbidden, unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import { sealEpoch } from '../../model/users/token-epoch.ts'
import type { User } from '../../model/users/user.ts'
import { requireVisibleCharacters } from '../../model/users/username.ts'
import { flowChallenge } from '../../ports/sessions.ts'
import type { TokenHolder } from '../../ports/tokens.ts'
import { requireNameKeys, toNameKeys } from '../../use-cases/names/name-keys.ts'
import type { ResolvedUser } from '../../use-cases/names/resolve.ts'
import { toFlowApplication } from '../open-flow.ts'
import type { RegistrationFlow } from './flow.ts'
import { type CreationOptions, toCreationOptions } from './options.ts'

export type RegistrationStart = {
  action: 'proceed' | 'signIn' | 'fail'
  session: string
  /** The ID that the passkey will have: the flow's. */
  passkeyId: string
  options: CreationOptions
}

export type RegistrationRequest = {
  application: Application
  /** The holder of the token that came with the call. It has the scope reg:write. */
  holder: TokenHolder | undefined
  /**
   * A backend that can register users makes the call. This allows a first passkey, but never one for an existing user.
   */
  byBackend?: boolean
  username: string | undefined
  usernameType: UsernameType
  displayName: string | undefined
  conditionalCreate: boolean
  securityKey: boolean
  /** The passkey should also confirm payments. */
  payment?: boolean | undefined
  device: FlowDevice
  /** For clients that send back nothing but the challenge: the session is the challenge. */
  sessionAsChallenge?: boolean
  /** The access code that allows the registration, which completing it uses up. */
  allowedByCode?: string
}

/**
 * Starts a registration without writing anything. If the username has an account, the action is signIn, unless the
 * user's own token came with the call. For clients that ignore the action, the options still look valid, but can't be
 * completed.
 * @throws AppError bad_request: a new user can't have that username · unauthorized: the application requires a token ·
 * forbidden: the token is another user's
 */
export async function startRegistration(core: Core, request: RegistrationRequest): Promise<RegistrationStart> {
  const { application, holder } = request
  const username = request.username || holder?.username
  const name = await requireNameKeys(core, username)
  if (!holder) rejectMissingToken(request)
  const found = await core.store.users.findWithPasskeys(application.id, name)
  if (holder && !(await isTokenFor(core, holder, { name, user: found?.user })))
    throw forbidden('The token belongs to another user')
  // Without a token it applies whether or not the username has an account.
  if (!found || !(holder || request.byBackend)) requireVisibleCharacters(username!)

  const action = chooseAction(request, found)
  const existing: Passkey[] = found && holder && action === 'proceed' ? found.passkeys : []
  const flow = createFlow(core, request, { username: username!, owner: action === 'proceed' ? found?.user : undefined })
  const started: RegistrationFlow = { ...flow, closed: action !== 'proceed' }
  const session = core.sessions.seal(started)
  if (!started.closed)
    core.attempts.count(application.id, started.conditional ? 'creationsAutomatic' : 'creationsOffered')
  const offered = { ...started, challenge: flowChallenge(started, session) }
  return {
    action,
    session,
    passkeyId: started.id,
    options: toCreationOptions(application, offered, { existing, ...request }),
  }
}

function rejectMissingToken({ application, byBackend, conditionalCreate }: RegistrationRequest) {
  if (application.settings.registrationRequiresToken && !byBackend) {
    throw unauthorized('This application registers passkeys only with a token that has the scope reg:write')
  }
  // WebAuthn §5.1.3: without a dialog only after a sign-in, or any page could plant a passkey.
  if (conditionalCreate) throw unauthorized('A conditional create requires a token with the scope reg:write')
}

/** Users are compared by ID, as the token and the request can use different names for them. */
async function isTokenFor(core: Core, holder: TokenHolder, { name, user }: { name: NameKeys; user: User | undefined }) {
  if (holder.userId !== undefined) return holder.userId === user?.id
  const granted = await toNameKeys(core, holder.username)
  // A grant without a user is for that username, even if a user has it by now.
  return granted.usernameKey === name.usernameKey || (!user && granted.addressKey === name.addressKey)
}

function chooseAction({ application, holder }: RegistrationRequest, found: ResolvedUser | undefined) {
  if (!found) return 'proceed'
  // A grant from before the account existed identifies no user: the username might belong to another one now.
  if (holder?.userId === undefined) return 'signIn'
  if (holder.invitation && found.passkeys.length > 0) return 'signIn'
  const hasRoom = found.passkeys.length < application.settings.maxPasskeys
  return found.user.status === 'active' && hasRoom ? 'proceed' : 'fail'
}

function createFlow(
  { random, now }: Core,
  {
    application,
    holder,
    byBackend = false,
    usernameType,
    displayName,
    conditionalCreate,
    device,
    sessionAsChallenge,
    allowedByCode,
  }: RegistrationRequest,
  { username, owner }: { username: string; owner: User | undefined },
): RegistrationFlow {
  const startedAt = now()
  const newUser = {
    id: random.uuid(),
    epoch: sealEpoch(holder?.tokenEpoch),
    username: username.trim(),
    usernameType,
    displayName: displayName || username.trim(),
  }
  return {
    purpose: 'registration',
    id: random.timeId(),
    ...toFlowApplication(application),
    startedAt,
    expiresAt: startedAt + application.settings.ceremonySeconds * 1000,
    challenge: sessionAsChallenge ? '' : random.text(32),
    user: owner
      ? {
          ...newUser,
          id: owner.id,
          username: owner.username,
          displayName: displayName || owner.displayName,
          isNew: false,
        }
      : { ...newUser, isNew: true },
    conditional: conditionalCreate,
    closed: false,
    authorized: byBackend || holder !== undefined,
    allowedBy: holder?.passkeyId,
    ...(allowedByCode !== undefined && { allowedByCode }),
    ...(holder?.join && { join: holder.join }),
    ...(holder?.invitation && { invitation: holder.invitation }),
    ...device,
  }
}
