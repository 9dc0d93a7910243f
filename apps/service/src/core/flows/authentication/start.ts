import type { Core } from '../../core.ts'
import type { Application, ApplicationSettings, CrossAuthMethod } from '../../model/applications/application.ts'
import type { FlowDevice } from '../../model/devices/flow-device.ts'
import { type Descriptor, findPasskeyType, type PasskeyType } from '../../model/passkeys/decoys.ts'
import { listedPasskeys } from '../../model/passkeys/listed.ts'
import { resolveSignInTarget } from '../../model/passkeys/sign-in-target.ts'
import { nameKeys } from '../../model/users/username.ts'
import { flowChallenge } from '../../ports/sessions.ts'
import { sealedEpoch } from '../../token-epoch.ts'
import type { AuthenticationFlow } from './flow.ts'

export type RequestOptions = {
  challenge: string
  rpId: string
  allowCredentials: Descriptor[]
  timeout: number
  userVerification: 'required' | 'preferred' | 'discouraged'
}

export type AuthenticationStart = {
  action: 'proceed' | 'crossAuth' | 'fallback'
  session: string
  options: RequestOptions
  crossAuthMethods: CrossAuthMethod[]
  fallbackMethods: 'ciam'[]
  passkeyType: PasskeyType | undefined
}

/**
 * Begins a sign-in and writes nothing. A user without passkeys and a name that nobody has get the same answer: a way
 * that the application offers, or decoy credential ids. An empty username lets any discoverable passkey answer.
 */
export async function startAuthentication(
  core: Core,
  input: { application: Application; username: string; device: FlowDevice; sessionAsChallenge?: boolean },
): Promise<AuthenticationStart> {
  const { application, device, sessionAsChallenge = false } = input
  const { settings } = application
  const name = await nameKeys(core, input.username)
  const target = name.usernameKey === '' ? undefined : await resolveSignInTarget(core, application.id, name)
  const challenge = sessionAsChallenge ? '' : core.random.text(32)
  const startedAt = core.now()
  const timeout = settings.ceremonySeconds * 1000
  const flow: AuthenticationFlow = {
    purpose: 'authentication',
    id: core.random.uuid(),
    appId: application.id,
    startedAt,
    expiresAt: startedAt + timeout,
    challenge,
    userId: target?.userId,
    epoch: target?.epoch ?? sealedEpoch(),
    listed: target && listedPasskeys(target.allow),
    ...device,
  }
  const session = core.sessions.seal(flow)
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
    },
    // What the application offers, whoever is asked for: what somebody could use of it would tell who they are.
    crossAuthMethods: [...settings.crossAuthMethods],
    fallbackMethods: [...settings.fallbackMethods],
    passkeyType: findPasskeyType(allowCredentials),
  }
}

/** Where a client turns for somebody who has no passkey. */
function chooseAlternative({ crossAuthMethods, fallbackMethods }: ApplicationSettings): AuthenticationStart['action'] {
  if (crossAuthMethods.length > 0) return 'crossAuth'
  return fallbackMethods.length > 0 ? 'fallback' : 'proceed'
}
