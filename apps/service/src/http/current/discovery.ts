import type { discoveryRoutes } from '@thumbturn/contract/current/discovery.ts'
import type { UsernameType } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Core } from '../../core/core.ts'
import { notFound } from '../../core/errors.ts'
import { startAuthentication } from '../../core/flows/authentication/start.ts'
import { readCapabilities } from '../../core/flows/discovery/capabilities.ts'
import { type DiscoveryResult, discover } from '../../core/flows/discovery/discover.ts'
import { isKnownDevice } from '../../core/flows/discovery/known-device.ts'
import { chooseNextFlow } from '../../core/flows/discovery/next-flow.ts'
import { startRegistration } from '../../core/flows/registration/start.ts'
import type { Application } from '../../core/model/applications/application.ts'
import type { FlowDevice } from '../../core/model/devices/flow-device.ts'
import { recognizeDevice } from '../../core/use-cases/devices/recognize.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'

export const discovery = {
  async discover({ body }, { core, caller, log }) {
    const { user, deviceInfo } = body
    const { application, scopes } = caller
    const device = await recognizeDevice(core, body)
    const capabilities = readCapabilities(deviceInfo?.webauthnCapabilities)
    const found = await discover(core, { application, username: user.username, device, capabilities })
    const { matchResult, rule, devices } = found
    const canRegister = scopes.includes('reg:write')
    const started = await startFlow(core, found, { application, user, device, canRegister })
    log({ application: application.id, matchResult, rule }, 'discovered')
    const [lastLogin] = devices
    return {
      ...started,
      matchResult,
      userId: found.user?.id,
      lastLoginDeviceId: lastLogin?.id,
      lastLoginTs: lastLogin && timestamp(lastLogin.lastSeenAt),
      // Names the call in its log lines too.
      traceId: core.origin?.traceId ?? core.random.uuid(),
    }
  },

  async deviceDiscover({ body }, { core, application }) {
    if (await isKnownDevice(core, application, body.trustItems)) return undefined
    throw notFound('This browser is unknown to the application')
  },
} satisfies HandlersOf<typeof discoveryRoutes>

type FlowRequest = {
  application: Application
  user: { username: string; usernameType?: UsernameType }
  device: FlowDevice
  canRegister: boolean
}

/** Starts the flow that the caller continues with, if there is one. */
async function startFlow(core: Core, found: DiscoveryResult, request: FlowRequest) {
  const { application, user, device, canRegister } = request
  const { username } = user
  const flow = chooseNextFlow(found, application, canRegister)
  if (flow === undefined) return {}
  if (flow === 'signIn') {
    const { session, options } = await startAuthentication(core, { application, username, device })
    return { session, authRequestOptions: options }
  }
  const { action, session, options } = await startRegistration(core, {
    application,
    holder: undefined,
    byBackend: canRegister,
    username,
    usernameType: user.usernameType ?? 'other',
    displayName: undefined,
    conditionalCreate: false,
    securityKey: false,
    device,
  })
  return action === 'proceed' ? { session, regRequestOptions: options } : {}
}
