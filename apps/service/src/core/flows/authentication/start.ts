import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { CrossAuthMethod } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import { after, type Eventual } from '../../after.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import { listRequestExtras, type RequestExtras } from '../../model/passkeys/extensions.ts'
import { listFingerprints } from '../../model/passkeys/listed.ts'
import { sealEpoch } from '../../model/users/token-epoch.ts'
import { flowChallenge } from '../../ports/sessions.ts'
import { toNameKeys } from '../../use-cases/names/name-keys.ts'
import { type Descriptor, findPasskeyType, type PasskeyType } from '../../use-cases/passkeys/decoys.ts'
import { resolveSignInTarget, type SignInTarget } from '../../use-cases/passkeys/sign-in-target.ts'
import type { SignInMode } from '../../use-cases/passkeys/verify.ts'
import { toFlowApplication } from '../open-flow.ts'
import type { AuthenticationFlow } from './flow.ts'

export type RequestOptions = {
  challenge: string
  rpId: string
  allowCredentials: Descriptor[]
  timeout: number
  userVerification: 'required' | 'preferred' | 'discouraged'
} & RequestExtras

export type AuthenticationStart = {
  action: 'proceed' | 'crossAuth' | 'fallback'
  session: string
  options: RequestOptions
  crossAuthMethods: CrossAuthMethod[]
  fallbackMethods: 'ciam'[]
  passkeyType: PasskeyType | undefined
}

/** The limits that count a sign-in without a username. */
const attempts = {
  autofill: 'signInsAutofill',
  immediate: 'signInsImmediate',
  dialog: 'signInsUsernameless',
} as const

/**
 * Starts a sign-in without writing anything. The response is identical for an unknown username and for a user without
 * passkeys: an alternative that the application offers, or decoy credential IDs. With an empty username, any
 * discoverable passkey can sign in.
 */
export const startAuthentication = (core: Core, request: SignInRequest): Eventual<AuthenticationStart> =>
  after(resolveTarget(core, request), (target) => startFor(core, request, target))

type SignInRequest = {
  application: Application
  username: string
  device: FlowDevice
  mode?: SignInMode | undefined
  sessionAsChallenge?: boolean
}

const resolveTarget = (core: Core, { application, username }: SignInRequest): Eventual<SignInTarget | undefined> =>
  after(toNameKeys(core, username), (name) =>
    name.usernameKey === '' ? undefined : resolveSignInTarget(core, application.id, name),
  )

function startFor(
  core: Core,
  { application, device, mode, sessionAsChallenge = false }: SignInRequest,
  target: SignInTarget | undefined,
): AuthenticationStart {
  const { settings } = application
  const challenge = sessionAsChallenge ? '' : core.random.text(32)
  const startedAt = core.now()
  const timeout = settings.ceremonySeconds * 1000
  const flow: AuthenticationFlow = {
    purpose: 'authentication',
    id: core.random.timeId(),
    ...toFlowApplication(application),
    startedAt,
    expiresAt: startedAt + timeout,
    challenge,
    userId: target?.userId,
    epoch: target?.epoch ?? sealEpoch(),
    listed: target && listFingerprints(target.allow),
    ...(!target && mode && { mode }),
    ...device,
  }
  const session = core.sessions.seal(flow)
  core.attempts.count(application.id, target ? 'signInsNamed' : attempts[flow.mode ?? 'dialog'])
  const allowCredentials = target?.allow ?? []
  const { rpId } = application
  return {
    action: target?.decoy && settings.enumeration === 'open' ? chooseAlternative(settings) : 'proceed',
    session,
    options: {
      challenge: flowChallenge({ challenge }, session),
      rpId,
      allowCredentials,
      timeout,
      userVerification: settings.userVerification,
      ...listRequestExtras(settings),
    },
    // Everything that the application offers, regardless of the user: what one user can use would reveal who exists.
    crossAuthMethods: [...settings.crossAuthMethods],
    fallbackMethods: [...settings.fallbackMethods],
    passkeyType: findPasskeyType(allowCredentials),
  }
}

/** The alternative that a client should offer to a user without passkeys. */
function chooseAlternative({ crossAuthMethods, fallbackMethods }: ApplicationSettings): AuthenticationStart['action'] {
  if (crossAuthMethods.length > 0) return 'crossAuth'
  return fallbackMethods.length > 0 ? 'fallback' : 'proceed'
}
