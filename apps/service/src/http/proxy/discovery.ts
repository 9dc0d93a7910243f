import type { proxyDiscoveryRoutes } from '@thumbturn/contract/proxy/discovery.ts'
import { readCapabilities } from '../../core/flows/discovery/capabilities.ts'
import { discover } from '../../core/flows/discovery/discover.ts'
import type { HandlersOf } from '../call.ts'
import { deviceBehind } from './device.ts'
import { shownWith } from './passkeys.ts'

export const discovery = {
  async discovery({ body }, { core, application, log }) {
    const found = await discover(core, {
      application,
      username: body.username,
      device: await deviceBehind(core, body),
      capabilities: readCapabilities(body.deviceInfo.webauthnCapabilities),
      certainOnly: body.rule === 'device',
    })
    const { match, rule, passkey, devices } = found
    log({ application: application.id, match, rule }, 'discovered')
    return { match, matchDevice: passkey && shownWith(devices, passkey) }
  },
} satisfies HandlersOf<typeof proxyDiscoveryRoutes>
