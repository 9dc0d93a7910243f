import type { Answer, Ask, Service } from './service.ts'
import { type AuthenticationInit, apiKey, app, type Device, readBody } from './situations.ts'

/** A passkey as the proxy API returns it. */
export type ProxyPasskey = { id: string; name: string; device: string; createdAt: string; credentialSynced: boolean }

const everything = ['reg:write', 'auth:write', 'passkey:read', 'passkey:write', 'user:read']

/** A backend whose key has every scope. */
export async function proxy(service: Service) {
  const { text: token } = await apiKey(service, everything)
  const ask = (method: string, path: string, sent?: Pick<Ask, 'body' | 'headers'>): Promise<Answer> =>
    service.ask(method, `/proxy${path}`, { token, ...sent })
  return {
    ask,
    post: (path: string, body: unknown, headers?: Record<string, string>) => ask('POST', path, { body, headers }),
    list: async (username: string) =>
      readBody<ProxyPasskey[]>(await ask('GET', `/passkeys?username=${encodeURIComponent(username)}`)),
  }
}

/** A sign-in through the backend, on a device that reports these capabilities. */
export async function signedInBy(service: Service, device: Device, deviceInfo: object): Promise<{ deviceID: string }> {
  const { post } = await proxy(service)
  const { session, assertionOptions } = readBody<AuthenticationInit>(await post('/auth/init', { app, deviceInfo }))
  return readBody(await post('/auth/complete', { session, assertionResult: device.get(assertionOptions) }))
}
