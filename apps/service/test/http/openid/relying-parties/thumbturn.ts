import { createHash } from 'node:crypto'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createHostedUser } from '@thumbturn/service-harness/hosted-sign-in.ts'
import { createHttpBrowser } from '@thumbturn/service-harness/http-browser.ts'
import { addOpenidClient } from '@thumbturn/service-harness/openid.ts'
import { realClock, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { afterSignOut, clients, hasSecret, redirectUri, type SuiteClient, secret } from './clients.ts'
import { isOfClient, type SuiteProvider, type SuiteUser } from './provider.ts'

/** A service of ours that listens on a port, with the clients of the suite and a user with a passkey. */
export async function startThumbturn(databaseUrl: string): Promise<SuiteProvider & { user: SuiteUser }> {
  const port = await findFreePort()
  const baseUrl = `http://localhost:${port}`
  const service = await startService({ databaseUrl, baseUrl, clock: realClock() })
  const { userId: sub, username, device } = await signUpUser(service)
  for (const client of Object.values(clients)) await addClient(service, client)
  await service.server.listen({ port, host: '127.0.0.1' })
  return {
    name: 'Thumbturn',
    issuer: `${baseUrl}/apps/demo`,
    user: { sub, username },
    createBrowser: () => createHttpBrowser({ stopsAt: isOfClient, act: createHostedUser(service, device) }),
    close: () => service.close(),
  }
}

function addClient(service: Service, client: SuiteClient) {
  const hash = createHash('sha256').update(secret).digest('base64url')
  const isRedirecting = client.grantTypes.includes('authorization_code')
  return addOpenidClient(service, {
    ...client,
    redirectUris: isRedirecting ? [redirectUri] : [],
    postLogoutRedirectUris: isRedirecting ? [afterSignOut] : [],
    secrets: hasSecret(client) ? [{ id: 'first', hash, hint: 'ore"', createdAt: 0 }] : [],
  })
}
