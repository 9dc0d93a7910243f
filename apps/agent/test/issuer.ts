import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import { createResource } from '@thumbturn/service/core/use-cases/protected-resources/manage.ts'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createHostedUser } from '@thumbturn/service-harness/hosted-sign-in.ts'
import { createHttpBrowser, type ShownPage } from '@thumbturn/service-harness/http-browser.ts'
import { addPublicClient, exchangeOf, requestOf } from '@thumbturn/service-harness/openid.ts'
import { realClock, startService } from '@thumbturn/service-harness/service.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { purchaseScope } from '../src/http/callers.ts'

/** A service in this process whose users sign assistants in. */
export type Issuer = {
  /** The address of its application. */
  application: string
  /** Lets clients ask for access to an agent, and adds the client of the bridge. */
  protect(agentUrl: string): Promise<void>
  /** The access token of a new user's assistant for an agent. */
  requestToken(agentUrl: string, change?: Record<string, string>): Promise<string>
  /** Opens an authorization request as a new user with a passkey, who allows it, and follows it to the end. */
  signIn(address: string): Promise<ShownPage>
  close(): Promise<unknown>
}

export async function startIssuer(): Promise<Issuer> {
  const port = await findFreePort()
  const baseUrl = `http://localhost:${port}`
  const service = await startService({ databaseUrl: 'sqlite::memory:', baseUrl, clock: realClock() })
  await service.server.listen({ port, host: '127.0.0.1' })
  const application = `${baseUrl}/apps/demo`
  const addClient = (agentUrl: string, changes: Partial<Client> = {}) =>
    addPublicClient(service, { resources: [`${agentUrl}/mcp`], scopes: ['openid', purchaseScope], ...changes })
  async function open(address: string): Promise<ShownPage> {
    const { device } = await signUpUser(service)
    const stopsAt = ({ hostname }: URL) => hostname.endsWith('.example.com')
    return createHttpBrowser({ stopsAt, act: createHostedUser(service, device) }).open(address)
  }
  return {
    application,
    async protect(agentUrl) {
      const scopes = [{ name: purchaseScope, description: 'Prepare purchases' }]
      await createResource(service.core, service.application, { uri: `${agentUrl}/mcp`, name: 'Checkout', scopes })
      const redirectUris = ['http://127.0.0.1/callback']
      await addClient(agentUrl, { id: 'checkout-bridge', type: 'native', redirectUris, consent: 'ask' })
    },
    async requestToken(agentUrl, change = {}) {
      const client = await addClient(agentUrl)
      const asked = { ...requestOf(client), scope: purchaseScope, resource: `${agentUrl}/mcp`, ...change }
      const { url } = await open(`${application}/openid/authorize?${new URLSearchParams(asked)}`)
      const fields = { ...exchangeOf(client, url.searchParams.get('code') ?? ''), client_id: client.id }
      const body = new URLSearchParams(fields)
      const response = await fetch(`${application}/openid/token`, { method: 'POST', body })
      if (!response.ok) throw new Error(`${url}: ${await response.text()}`)
      return ((await response.json()) as { access_token: string }).access_token
    },
    signIn: open,
    close: () => service.close(),
  }
}
