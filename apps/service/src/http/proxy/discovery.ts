import type { proxyDiscoveryRoutes } from '@thumbturn/contract/proxy/discovery.ts'
import { readCapabilities } from '../../core/flows/discovery/capabilities.ts'
import { discover } from '../../core/flows/discovery/discover.ts'
import type { HandlersOf } from '../call.ts'
import { recognizeUserDevice } from './device.ts'
import { toResponseWithDevice } from './passkeys.ts'

export const discovery = {
  async discovery({ body }, { core, application, log }) {
    const found = await discover(core, {
      application,
      username: body.username,
      device: await recognizeUserDevice(core, body),
      capabilities: readCapabilities(body.deviceInfo.webauthnCapabilities),
      certainOnly: body.rule === 'device',
    })
    const { match, rule, passkey, devices } = found
    log({ application: application.id, match, rule }, 'discovered')
    return { match, matchDevice: passkey && toResponseWithDevice(devices, passkey) }
  },
} satisfies HandlersOf<typeof proxyDiscoveryRoutes>
