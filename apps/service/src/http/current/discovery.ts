import type { discoveryRoutes } from '@thumbturn/contract/current/discovery.ts'
import type { Core } from '../../core/core.ts'
import { notFound } from '../../core/errors.ts'
import { beginAuthentication } from '../../core/flows/authentication/begin.ts'
import { readCapabilities } from '../../core/flows/discovery/capabilities.ts'
import { type Discovered, discover } from '../../core/flows/discovery/discover.ts'
import { flowAfter } from '../../core/flows/discovery/go-on.ts'
import { isKnownDevice } from '../../core/flows/discovery/known-device.ts'
import { beginRegistration } from '../../core/flows/registration/begin.ts'
import type { Application } from '../../core/model/applications/application.ts'
import type { FlowDevice } from '../../core/model/devices/flow-device.ts'
import { recogniseDevice } from '../../core/model/devices/recognise.ts'
import type { UsernameType } from '../../core/model/users/user.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'

export const discovery = {
  async discover({ body }, { core, caller, log }) {
    const { user, deviceInfo } = body
    const { application, scopes } = caller
    const device = await recogniseDevice(core, body)
    const can = readCapabilities(deviceInfo?.webauthnCapabilities)
    const found = await discover(core, { application, username: user.username, device, can })
    const { matchResult, rule, devices } = found
    const vouched = scopes.includes('reg:write')
    const begun = await beginFor(core, found, { application, user, device, vouched })
    log({ application: application.id, matchResult, rule }, 'discovered')
    const [lastLogin] = devices
    return {
      ...begun,
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
    throw notFound('This browser is not known here')
  },
} satisfies HandlersOf<typeof discoveryRoutes>

type Meant = {
  application: Application
  user: { username: string; usernameType?: UsernameType }
  device: FlowDevice
  vouched: boolean
}

/** Begins the flow that the caller goes on with, if there is one. */
async function beginFor(core: Core, found: Discovered, meant: Meant) {
  const { application, user, device, vouched } = meant
  const { username } = user
  const flow = flowAfter(found, application, vouched)
  if (flow === undefined) return {}
  if (flow === 'signIn') {
    const { session, options } = await beginAuthentication(core, { application, username, device })
    return { session, authRequestOptions: options }
  }
  const { action, session, options } = await beginRegistration(core, {
    application,
    holder: undefined,
    vouched,
    username,
    usernameType: user.usernameType ?? 'other',
    displayName: undefined,
    conditionalCreate: false,
    securityKey: false,
    device,
  })
  return action === 'proceed' ? { session, regRequestOptions: options } : {}
}
