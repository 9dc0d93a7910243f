import { beginAuthentication } from '../../core/flows/authentication/begin.ts'
import { completeAuthentication } from '../../core/flows/authentication/complete.ts'
import { readCapabilities } from '../../core/flows/discovery/capabilities.ts'
import { discover } from '../../core/flows/discovery/discover.ts'
import { apiKeyOf } from '../guard.ts'
import { deviceBehind } from './device.ts'
import { shownWith } from './passkeys.ts'
import { tokenResponse } from './token-response.ts'
import type { ProxyHandlers } from './wire.ts'

export const auth: Pick<ProxyHandlers, 'authInit' | 'authComplete' | 'discovery'> = {
  async authInit({ body }, { core, caller }) {
    const { options, ...begun } = await beginAuthentication(core, {
      application: apiKeyOf(caller).application,
      username: body.user?.username ?? '',
      device: await deviceBehind(core, body),
    })
    return { ...begun, assertionOptions: options }
  },

  async authComplete({ body }, { core, caller }) {
    const { session, assertionResult: assertion } = body
    const appId = apiKeyOf(caller).application.id
    return tokenResponse(core, await completeAuthentication(core, { session, assertion, appId }))
  },

  async discovery({ body }, { core, caller, log }) {
    const { application } = apiKeyOf(caller)
    const found = await discover(core, {
      application,
      username: body.username,
      device: await deviceBehind(core, body),
      can: readCapabilities(body.deviceInfo.webauthnCapabilities),
      certainOnly: body.rule === 'device',
    })
    const { match, rule, passkey, devices } = found
    log({ application: application.id, match, rule }, 'discovered')
    return { match, matchDevice: passkey && shownWith(devices, passkey) }
  },
}
