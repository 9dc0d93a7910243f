import { deviceCodeGrant } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { openBrowserSession } from '@thumbturn/service/core/flows/authorization/browser-session.ts'
import { decideDevice } from '@thumbturn/service/core/flows/authorization/decide-device.ts'
import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import { addPublicClient, type Browser, readCookies, send } from './openid.ts'
import type { Answer, Service } from './service.ts'
import { readBody } from './situations.ts'

/** The response of the device authorization endpoint (RFC 8628 §3.2). */
export type StartedDevice = {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}

/** A public client whose devices show codes. */
export const addDeviceClient = (service: Service, changes: Partial<Client> = {}): Promise<Client> =>
  addPublicClient(service, {
    type: 'device',
    redirectUris: [],
    grantTypes: [deviceCodeGrant, 'refresh_token'],
    ...changes,
  })

/** Starts the sign-in of a device. */
export const startDevice = async (
  service: Service,
  client: Client,
  fields: Record<string, string> = { scope: 'openid offline_access' },
) => readBody<StartedDevice>(await send(service, 'device-authorization', { client, fields }))

/** A call of a device for its tokens. */
export const poll = (service: Service, client: Client, code: string): Promise<Answer> =>
  send(service, 'token', { client, fields: { grant_type: deviceCodeGrant, device_code: code } })

/** Decides about a device, in a browser in which a user is signed in. */
export async function decide(
  { core, application }: Service,
  { browser, userCode, decision = 'allow' }: { browser: Browser; userCode: string; decision?: 'allow' | 'deny' },
): Promise<void> {
  const opened = await openBrowserSession(core, application, readCookies(browser))
  if (!opened) throw new Error('No user is signed in in the browser')
  await decideDevice(core, application, { userCode, decision, opened })
}
