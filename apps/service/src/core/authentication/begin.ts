import type { Application } from '../applications/application.ts'
import type { Core } from '../core.ts'
import type { FlowDevice } from '../devices/identify.ts'
import { whoIsMeant } from '../passkeys/asked-for.ts'
import type { Descriptor } from '../passkeys/decoys.ts'
import { usernameKey } from '../users/username.ts'

export type RequestOptions = {
  challenge: string
  rpId: string
  allowCredentials: Descriptor[]
  timeout: number
  userVerification: 'required' | 'preferred' | 'discouraged'
}

export type AuthenticationBegun = {
  action: 'proceed' | 'fallback'
  session: string
  options: RequestOptions
  fallbackMethods: 'ciam'[]
}

/**
 * Begins a sign-in and writes nothing. A user without passkeys and a name that nobody has get the same answer:
 * the application's fallback, or decoy credential ids. An empty username lets any discoverable passkey answer.
 */
export async function beginAuthentication(
  core: Core,
  input: { application: Application; username: string; device: FlowDevice },
): Promise<AuthenticationBegun> {
  const { application, device } = input
  const { settings } = application
  const key = usernameKey(input.username)
  const meant = key === '' ? undefined : await whoIsMeant(core, application.id, key)
  const challenge = core.random.text(32)
  const startedAt = core.now()
  const session = core.sessions.seal({
    purpose: 'authentication',
    id: core.random.uuid(),
    appId: application.id,
    startedAt,
    expiresAt: startedAt + settings.ceremonySeconds * 1000,
    challenge,
    userId: meant?.userId,
    ...device,
  })
  const hasFallback = settings.fallbackMethods.length > 0
  return {
    action: meant?.decoy && hasFallback && settings.enumeration === 'open' ? 'fallback' : 'proceed',
    session,
    options: {
      challenge,
      rpId: application.rpId,
      allowCredentials: meant?.allow ?? [],
      timeout: settings.ceremonySeconds * 1000,
      userVerification: settings.userVerification,
    },
    fallbackMethods: [...settings.fallbackMethods],
  }
}
