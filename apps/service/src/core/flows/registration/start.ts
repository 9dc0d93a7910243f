import type { Core } from '../../core.ts'
import { forbidden, unauthorized } from '../../errors.ts'
import type { Application } from '../../model/applications/application.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import type { Passkey } from '../../model/passkeys/passkey.ts'
import type { NameKeys } from '../../model/users/name-keys.ts'
import type { ResolvedUser } from '../../model/users/resolve.ts'
import type { User, UsernameType } from '../../model/users/user.ts'
import { nameKeys, requiredNameKeys, requireVisibleCharacters } from '../../model/users/username.ts'
import { flowChallenge } from '../../ports/sessions.ts'
import type { TokenHolder } from '../../ports/tokens.ts'
import { sealedEpoch } from '../../token-epoch.ts'
import type { RegistrationFlow } from './flow.ts'
import { type CreationOptions, toCreationOptions } from './options.ts'

export type RegistrationStart = {
  action: 'proceed' | 'signIn' | 'fail'
  session: string
  /** The id that the passkey will have: that of the flow which makes it. */
  passkeyId: string
  options: CreationOptions
}

export type RegistrationRequest = {
  application: Application
  /** Whose token came with the call, if one did. It holds reg:write. */
  holder: TokenHolder | undefined
  /** A backend that may register asks for it, which opens the lock on first passkeys; it never speaks for a user. */
  byBackend?: boolean
  username: string | undefined
  usernameType: UsernameType
  displayName: string | undefined
  conditionalCreate: boolean
  securityKey: boolean
  device: FlowDevice
  /** The client sends nothing back but the challenge, so the session is the challenge. */
  sessionAsChallenge?: boolean
  /** The access code that allows it, used up when it is completed. */
  allowedByCode?: string
}

/**
 * Begins a registration and writes nothing. A name that has an account is told to sign in unless its own token came
 * along; the options then still look right, for clients that ignore the action, and can never be completed.
 * @throws AppError bad_request: a new user cannot have that username · unauthorized: the application requires a token · forbidden: the token is another user's
 */
export async function startRegistration(core: Core, request: RegistrationRequest): Promise<RegistrationStart> {
  const { application, holder } = request
  const username = request.username || holder?.username
  const name = await requiredNameKeys(core, username)
  if (!holder) rejectMissingToken(request)
  const found = await core.store.users.findWithPasskeys(application.id, name)
  if (holder && !(await isTokenFor(core, holder, { name, user: found?.user })))
    throw forbidden('The token belongs to another user')
  // Without a token, whether the username has an account or not.
  if (!found || !(holder || request.byBackend)) requireVisibleCharacters(username!)

  const action = chooseAction(request, found)
  const existing: Passkey[] = found && holder && action === 'proceed' ? found.passkeys : []
  const flow = createFlow(core, request, { username: username!, owner: action === 'proceed' ? found?.user : undefined })
  const started: RegistrationFlow = { ...flow, closed: action !== 'proceed' }
  const session = core.sessions.seal(started)
  const offered = { ...started, challenge: flowChallenge(started, session) }
  return {
    action,
    session,
    passkeyId: started.id,
    options: toCreationOptions(application, offered, { existing, securityKey: request.securityKey }),
  }
}

function rejectMissingToken({ application, byBackend, conditionalCreate }: RegistrationRequest) {
  if (application.settings.registrationRequiresToken && !byBackend) {
    throw unauthorized('This application registers passkeys only with a token that has the scope reg:write')
  }
  // WebAuthn §5.1.3: without a dialog only after a sign-in, or any page could plant a passkey.
  if (conditionalCreate) throw unauthorized('A conditional create requires a token with the scope reg:write')
}

/** Users are compared by id, whatever name the token and the request use for them. */
async function isTokenFor(core: Core, holder: TokenHolder, { name, user }: { name: NameKeys; user: User | undefined }) {
  if (holder.userId !== undefined) return holder.userId === user?.id
  const granted = await nameKeys(core, holder.username)
  // A grant without a user is for that username, even if it has a user by now.
  return granted.usernameKey === name.usernameKey || (!user && granted.addressKey === name.addressKey)
}

function chooseAction({ application, holder }: RegistrationRequest, found: ResolvedUser | undefined) {
  if (!found) return 'proceed'
  // A grant from before the account names nobody: whoever took the name since then is not meant.
  if (holder?.userId === undefined) return 'signIn'
  const hasRoom = found.passkeys.length < application.settings.maxPasskeys
  return found.user.status === 'active' && hasRoom ? 'proceed' : 'fail'
}

function createFlow(
  { random, now }: Core,
  {
    application,
    holder,
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
    epoch: sealedEpoch(holder?.tokenEpoch),
    username: username.trim(),
    usernameType,
    displayName: displayName || username.trim(),
  }
  return {
    purpose: 'registration',
    id: random.uuid(),
    appId: application.id,
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
    allowedBy: holder?.passkeyId,
    ...(allowedByCode !== undefined && { allowedByCode }),
    ...device,
  }
}
